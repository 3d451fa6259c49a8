/** The ensemble of this browser: a context, a synthesiser in its own thread, and a font. Loaded when it is wanted. */
import font from './ensemble.sf2?url'
import type { Order } from './engine'
import worklet from './worklet.ts?worker&url'

/** Why there is no sound. */
export type Silence = 'unsupported' | 'unreachable'
export class Silent extends Error {
  constructor(readonly why: Silence) {
    super(why)
  }
}

/** A block for browsers that have no worklets, or none at an address without https. */
const LONG_BLOCK = 2048

export class Ensemble {
  private constructor(
    private readonly context: AudioContext,
    private readonly gain: GainNode,
    private readonly send: (order: Order) => void,
  ) {}

  /** Everything that makes sound. Call it after a click or a key: before, browsers keep silent. */
  static async open(): Promise<Ensemble> {
    if (typeof AudioContext === 'undefined') throw new Silent('unsupported')
    const context = new AudioContext({ latencyHint: 'interactive' })
    try {
      const [gain, send] = await seat(context)
      return new Ensemble(context, gain, send)
    } catch (error) {
      void context.close()
      throw error instanceof Silent ? error : new Silent('unreachable')
    }
  }

  /** Seconds of the context; they stand still while the browser keeps silent. */
  get now(): number {
    return this.context.currentTime
  }

  /** So long after it was played a sample is heard. */
  get delay(): number {
    return this.context.outputLatency || this.context.baseLatency || 0
  }

  async wake(): Promise<boolean> {
    if (this.context.state !== 'running') await this.context.resume()
    return this.context.state === 'running'
  }

  /** Nothing will be heard for a while: the thread may sleep. */
  rest(): void {
    void this.context.suspend()
  }

  order(order: Order): void {
    this.send(order)
  }

  /** From 0 to 1, as one hears it. */
  set volume(share: number) {
    this.gain.gain.setTargetAtTime(share * share, this.context.currentTime, 0.02)
  }

  close(): void {
    void this.context.close()
  }
}

/** Players and font on the chairs of a context: what takes their orders, and how loud they are. */
async function seat(context: AudioContext): Promise<[GainNode, (order: Order) => void]> {
  const gain = context.createGain()
  // Many at once must not crackle.
  const limit = new DynamicsCompressorNode(context, { threshold: -10, knee: 8, ratio: 8, attack: 0.004, release: 0.2 })
  gain.connect(limit).connect(context.destination)
  if (!context.audioWorklet) {
    const [{ Engine }, bytes] = await Promise.all([import('./engine'), fontBytes()])
    const engine = new Engine(bytes, context.sampleRate)
    const node = context.createScriptProcessor(LONG_BLOCK, 0, 2)
    node.onaudioprocess = ({ outputBuffer, playbackTime }) =>
      engine.render(outputBuffer.getChannelData(0), outputBuffer.getChannelData(1), playbackTime)
    node.connect(gain)
    return [gain, (order) => engine.order(order, context.currentTime)]
  }
  const node = await players(context)
  node.connect(gain)
  return [gain, (order) => node.port.postMessage(order)]
}

/** The players of a context, who wait for orders. */
async function players(context: AudioContext): Promise<AudioWorkletNode> {
  const [bytes] = await Promise.all([fontBytes(), context.audioWorklet.addModule(worklet)])
  const node = new AudioWorkletNode(context, 'players', {
    numberOfInputs: 0,
    outputChannelCount: [2],
    processorOptions: { font: bytes },
  })
  await new Promise<void>((ready, failed) => {
    node.port.onmessage = () => ready()
    node.onprocessorerror = () => failed(new Silent('unsupported'))
  })
  return node
}

export async function fontBytes(): Promise<ArrayBuffer> {
  const answer = await fetch(font)
  if (!answer.ok) throw new Silent('unreachable')
  return answer.arrayBuffer()
}
