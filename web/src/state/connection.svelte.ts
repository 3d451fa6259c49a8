/** The line of a table to the server: what state it is in,
 *  the server's time, and orders that concern no open question. */
import { api, type TableInfo } from '$lib/net/api'
import {
  socketAddress,
  TableLine,
  type ConnectionState,
  type Listener,
  type Message,
  type Unkeyed,
} from '$lib/net/socket'
import { prefer } from './prefs.svelte'

/** Where a table is: as a rule on the server, for as long as the match lasts. */
export interface Venue {
  table(id: string): Promise<TableInfo>
  line(id: string, seat: number | null, listener: Listener): Pick<TableLine, 'send' | 'close'>
  /** Whether somebody who comes back is told what happened meanwhile. */
  lasts: boolean
}
export const SERVER: Venue = {
  table: (id) => api.table(id),
  line: (id, seat, listener) => new TableLine(socketAddress(id, seat), listener),
  lasts: true,
}

interface Hearer {
  message: (message: Message) => void
  /** The line was closed for good. */
  closed: (reason: string) => void
}

export class Connection {
  line = $state<ConnectionState>('connecting')
  /** Server's time minus ours, in milliseconds. */
  offset = $state(0)

  private socket: Pick<TableLine, 'send' | 'close'> | null = null

  constructor(
    private readonly id: string,
    private readonly venue: Venue,
  ) {}

  /** A line for a seat, or for the hall, in place of the one that is there. It connects again by itself. */
  open(seat: number | null, hearer: Hearer): void {
    this.socket?.close()
    this.socket = this.venue.line(this.id, seat, {
      message: (message) => {
        if (message.type === 'welcome' || message.type === 'pong') this.offset = message.now - Date.now()
        else hearer.message(message)
      },
      line: (line, reason) => {
        this.line = line
        if (line === 'closed') hearer.closed(reason)
      },
    })
  }

  close(): void {
    this.socket?.close()
    this.socket = null
  }

  /** Whether there is a line, be it broken for the moment. */
  get there(): boolean {
    return this.socket !== null
  }

  /** Send an order; the key by which its answer is known, empty while there is no line. */
  send(order: Unkeyed): string {
    return this.socket?.send(order) ?? ''
  }

  say = (text: string): void => void this.send({ type: 'say', text })
  ahead = (actions: string[]): void => void this.send({ type: 'ahead', actions })
  setAuto = (on: boolean): void => {
    void prefer({ auto: on })
    this.send({ type: 'auto', on })
  }
  slow = (days: number): void => void this.send({ type: 'slow', days })
  invite = (seat: number): void => void this.send({ type: 'invite', seat })
  propose = (): void => void this.send({ type: 'propose' })
  answer = (offer: number, agree: boolean): void => void this.send({ type: 'answer', offer, agree })
  resign = (): void => void this.send({ type: 'resign' })
  away = (): void => void this.send({ type: 'away' })
  back = (): void => void this.send({ type: 'back' })
  replace = (seat: number): void => void this.send({ type: 'replace', seat })
}
