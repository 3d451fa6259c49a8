/** What a concert is, as the server tells it: every tone of a match with who plays it, and the bars as they sound. */
import type { components } from '$lib/generated/api'

type Schemas = components['schemas']

export type Timeline = Schemas['ConcertInfo']
export type Part = Schemas['ConcertPart']
export type Tone = Schemas['ConcertTone']
/** What one instrument sounds like: its program, or its one sound, and a key for each Voice and height of the score. */
export type Sound = Schemas['CardSound']
