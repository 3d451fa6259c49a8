/** One seat's line to its table: it counts messages, asks for what it missed, and comes back by itself. */
import type { AnyShape } from '$lib/games/module'
import type { AnyMessage, AnyOrder, View } from '$lib/generated/socket'

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed'
type Keyed = Extract<AnyOrder, { key: string }>
/** An order without its key: the line gives it one. */
export type Unkeyed = Keyed extends infer One ? (One extends Keyed ? Omit<One, 'key'> : never) : never

/** What is shown of a match, as the games declare it: their modules know more of it than every game has. */
export type Shows<Message> = Omit<Message, 'view' | 'events'> & { view: AnyShape['view']; events: AnyShape['event'][] }
/** The match through one pair of eyes. */
export type Moment = Pick<
  Shows<View>,
  'question' | 'view' | 'prompt' | 'legal' | 'undo' | 'ahead' | 'auto' | 'standing' | 'since'
>
export type Message = Exclude<AnyMessage, View> | Shows<View>

export interface Listener {
  message(message: Message): void
  line(line: ConnectionState, reason: string): void
}

/** Closed for good: not for you, no such table, you do not behave. */
const FINAL = new Set([1008, 4403, 4404])
/** A server that was killed listens again after a fifth of a second; each further wait is twice as long. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 8000
/** A line that has held so long, or has answered an order, is a good one:
 *  the next break is waited out from the start. */
const HOLDS_AFTER = 10_000
const PING_EVERY = 20_000
const PONG_WITHIN = 8000

export class TableLine {
  private socket: WebSocket | null = null
  private heard = 0
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private pulse: ReturnType<typeof setTimeout> | undefined
  private trial: ReturnType<typeof setTimeout> | undefined
  private over = false
  private readonly waiting = new Map<string, Keyed>()

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly open: (address: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    this.connect()
    globalThis.addEventListener?.('online', this.soon)
    globalThis.document?.addEventListener('visibilitychange', this.soon)
  }

  /** Send an order. It is sent again after a break until it is answered: its key makes that harmless. */
  send(order: Unkeyed): string {
    const key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
    const whole = { ...order, key } as Keyed
    this.waiting.set(key, whole)
    this.put(whole)
    return key
  }

  /** How many orders have not been answered. */
  get unanswered(): number {
    return this.waiting.size
  }

  close(): void {
    this.over = true
    clearTimeout(this.timer)
    clearTimeout(this.pulse)
    clearTimeout(this.trial)
    globalThis.removeEventListener?.('online', this.soon)
    globalThis.document?.removeEventListener('visibilitychange', this.soon)
    this.socket?.close(1000)
    this.socket = null
  }

  private connect(): void {
    this.listener.line(this.tries ? 'lost' : 'connecting', '')
    const socket = this.open(this.address)
    this.socket = socket
    this.heard = 0
    socket.onmessage = (event) => this.hear(socket, String(event.data))
    socket.onclose = (event) => this.gone(socket, event.code, event.reason)
  }

  private hear(socket: WebSocket, data: string): void {
    if (socket !== this.socket) return
    const message = JSON.parse(data) as Message
    const missed = message.n !== this.heard + 1 && this.heard > 0
    this.heard = message.n
    this.beat()
    if (message.type === 'welcome') {
      // A welcome alone proves little: a server in trouble may greet everybody and drop them at once.
      clearTimeout(this.trial)
      this.trial = setTimeout(this.holds, HOLDS_AFTER)
      this.listener.line('open', '')
      for (const order of this.waiting.values()) this.put(order)
    }
    if ('key' in message && this.waiting.delete(message.key)) this.holds()
    if (missed) this.put({ type: 'sync' })
    this.listener.message(message)
  }

  private gone(socket: WebSocket, code: number, reason: string): void {
    if (socket !== this.socket || this.over) return
    clearTimeout(this.pulse)
    clearTimeout(this.trial)
    this.socket = null
    if (FINAL.has(code)) {
      this.over = true
      this.listener.line('closed', reason)
      return
    }
    this.tries += 1
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.tries - 1))
    this.listener.line('lost', reason)
    this.timer = setTimeout(() => this.connect(), wait * (0.7 + 0.6 * Math.random()))
  }

  private readonly holds = (): void => {
    this.tries = 0
  }

  /** The network or the person is back: do not wait any longer. */
  private readonly soon = (): void => {
    if (this.over || this.socket || globalThis.document?.hidden) return
    clearTimeout(this.timer)
    this.connect()
  }

  /** A line that says nothing for long is asked whether it is still there. */
  private beat(): void {
    clearTimeout(this.pulse)
    this.pulse = setTimeout(() => {
      this.put({ type: 'ping' })
      this.pulse = setTimeout(() => {
        const silent = this.socket
        silent?.close(4000)
        if (silent) this.gone(silent, 4000, '')
      }, PONG_WITHIN)
    }, PING_EVERY)
  }

  private put(order: AnyOrder): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(order))
  }
}

/** Where the socket of a table is; without a seat one watches. */
export function socketAddress(table: string, seat: number | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const eyes = seat === null ? '' : `?seat=${seat}`
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket${eyes}`
}
