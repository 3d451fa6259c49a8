/** In the place of the decoder that our synthesiser would bring for fonts with packed samples: ours has none, and the
 *  page allows no WebAssembly. `vite.config.ts` puts it there. */
export const StbVorbis = {
  ready: Promise.resolve(),
  decode(): never {
    throw new Error('a font with packed samples')
  },
}
