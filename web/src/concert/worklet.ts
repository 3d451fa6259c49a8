/** The players in their own thread: loaded by `ensemble.ts`, never imported by the page. */
import { Engine, type Order } from './engine'

// What the scope of an audio worklet has; TypeScript knows only that of a page.
declare const sampleRate: number
declare const currentTime: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: unknown): void

class Players extends AudioWorkletProcessor {
  private readonly engine: Engine

  constructor({ processorOptions }: { processorOptions: { font: ArrayBuffer } }) {
    super()
    this.engine = new Engine(processorOptions.font, sampleRate)
    this.port.onmessage = ({ data }: MessageEvent<Order>) => this.engine.order(data, currentTime)
    this.port.postMessage('ready')
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? []
    if (left && right) this.engine.render(left, right, currentTime)
    return true
  }
}

registerProcessor('players', Players)
