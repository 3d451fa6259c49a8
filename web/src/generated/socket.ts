// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../words/template'

export type SocketMessage = (AnyOrder | AnyMessage)
export type AnyOrder = (Play | Undo | Propose | Slow | Answer | Resign | Away | Back | Replace | Invite | Ahead | Auto | Say | Hint | Preview | Why | Sync | Ping)
export type AnyMessage = (Welcome | TableMessage | TalkMessage | View | Done | RefusedMessage | HintMessage | PreviewMessage | WhyMessage | Pong)

/**
 * Answer the open question, and those that follow from it: all of ``actions`` or none. It ends early at an action
 *     that reveals something. ``question`` is the number it was shown with; older pages send one ``action``.
 */
export interface Play {
action?: string
/**
 * @maxItems 12
 */
actions?: string[]
key: string
question: number
type: "play"
}
/**
 * Take back my last action; beyond what is free, the table is asked.
 */
export interface Undo {
key: string
question: number
type: "undo"
}
/**
 * Ask the table to end the match here.
 */
export interface Propose {
key: string
type: "propose"
}
/**
 * Ask the table to go on slowly: so many days for each turn.
 */
export interface Slow {
days: number
key: string
type: "slow"
}
/**
 * Agree to a request, or not.
 */
export interface Answer {
agree: boolean
key: string
offer: number
type: "answer"
}
/**
 * Give up for good.
 */
export interface Resign {
key: string
type: "resign"
}
/**
 * Leave the running match: a bot takes the seat until I am back.
 */
export interface Away {
key: string
type: "away"
}
/**
 * Take my seat again.
 */
export interface Back {
key: string
type: "back"
}
/**
 * Let a bot play for somebody who is not there any more.
 */
export interface Replace {
key: string
seat: number
type: "replace"
}
/**
 * Ask the table to let somebody else take a seat over by a link: mine, or one that a stand-in plays.
 */
export interface Invite {
key: string
seat: number
type: "invite"
}
/**
 * Moves to be made for me when I am asked, one after the other: twenty at most; an empty list forgets them.
 */
export interface Ahead {
/**
 * @maxItems 200
 */
actions: string[]
key: string
type: "ahead"
}
/**
 * Whether questions with a single answer are answered for me.
 */
export interface Auto {
key: string
on: boolean
type: "auto"
}
/**
 * Talk to the table.
 */
export interface Say {
key: string
text: string
type: "say"
}
/**
 * What would a strong bot do? Only to my own open question.
 */
export interface Hint {
key: string
question: number
type: "hint"
}
/**
 * What would these actions of mine do, one after the other, as far as I can know? To my own open question.
 */
export interface Preview {
/**
 * @minItems 1
 * @maxItems 12
 */
actions: [string, ...(string)[]]
key: string
question: number
type: "preview"
view?: boolean
}
/**
 * Why may I not do that?
 */
export interface Why {
action: string
/**
 * @maxItems 11
 */
before?: string[]
key: string
type: "why"
}
/**
 * Something was missed: send everything anew.
 */
export interface Sync {
type: "sync"
}
/**
 * Is anybody there?
 */
export interface Ping {
type: "ping"
}
/**
 * The first message: who you are here. A ``table``, all ``talk`` and the ``view`` follow.
 */
export interface Welcome {
n: number
now: number
protocol: number
seat: (number | null)
type: "welcome"
}
/**
 * The table: seats, clocks, requests.
 */
export interface TableMessage {
n: number
table: TableInfo
type: "table"
}
/**
 * A table as anybody at it may see it.
 */
export interface TableInfo {
active: number[]
broken?: boolean
clock: Clock
coach?: boolean
commitment: string
created: number
ended: (number | null)
ending: (Ending | null)
expires?: (number | null)
game: string
hands: HandInfo[]
hints: boolean
host: boolean
id: string
next: (string | null)
offer: (OfferInfo | null)
offers?: OfferInfo[]
options: {
[k: string]: Json
}
origin?: (OriginInfo | null)
pack_hash?: string
players: number
previews?: boolean
public: boolean
seats: SeatInfo[]
seed: (string | null)
spectators: boolean
started: (number | null)
state: ("closed" | "over" | "running" | "waiting")
turn: boolean
undo: ("ask" | "free" | "none")
updated: number
watchers: number
}
/**
 * ``turn`` seconds are free in each turn, then ``reserve`` runs down; ``increment`` comes after each turn.
 */
export interface Clock {
days?: number
increment?: number
kind?: ("days" | "live" | "none")
reserve?: number
turn?: number
}
/**
 * How it ended. Rows are per player; ``sources`` may be empty when the match was stopped early.
 */
export interface Ending {
early?: boolean
places: number[]
points: number[]
reason: string
sources: {
[k: string]: number
}[]
tiebreak?: (string | null)
winners: number[]
}
/**
 * A clock: the reserve in milliseconds when the turn began, and since when it runs (server's time).
 */
export interface HandInfo {
reserve: number
since: (number | null)
}
export interface OfferInfo {
agreed: number[]
days?: number
id: number
mine?: boolean
name?: string
seat: number
target?: number
what: ("end" | "newcomer" | "seat" | "slow" | "undo")
}
/**
 * Where a match came from that is not the real one: after ``entry`` entries of a replay, or a position.
 */
export interface OriginInfo {
entry?: number
kind: ("position" | "replay")
replay?: string
}
export interface SeatInfo {
bot: string
former?: string
holidays?: [number, number][]
invite?: string
kind: ("bot" | "local" | "open" | "person")
mine: boolean
name: string
online: boolean
replaceable_at?: (number | null)
resigned: boolean
returns?: boolean
standin: boolean
substitute_from?: (number | null)
}
/**
 * New lines of talk.
 */
export interface TalkMessage {
lines: TalkLine[]
n: number
type: "talk"
}
/**
 * A person's words, or a notice (``notice.<code>`` of the server's words).
 */
export interface TalkLine {
args: {
[k: string]: Json
}
at: number
code: string
name: string
no: number
seat: number
text: string
}
/**
 * The match as this seat sees it. Keep the first ``keep`` events you have and put ``events`` after them.
 */
export interface View {
ahead: string[]
auto: boolean
events: {
[k: string]: Json
}[]
given?: number[]
keep: number
legal: string[]
n: number
prompt: (Asked | null)
question: number
since?: (number | null)
standing?: (StandingInfo | null)
stood?: number[]
type: "view"
undo: (TakeBack | null)
view: {
[k: string]: Json
}
}
/**
 * The open question: ``prompt.<step>`` of the game's words, the ledger rule, and the values.
 */
export interface Asked {
args: {
[k: string]: Json
}
rule: string
step: string
}
/**
 * Points now and if the match were scored now, as far as this seat can know; rows are per player.
 */
export interface StandingInfo {
majorities: MajorityInfo[]
open: boolean[]
points: number[]
scored: number[]
sources: {
[k: string]: number
}[]
}
/**
 * Something that is counted and pays, mostly by who has most (``majority.<name>``); rows are per player.
 */
export interface MajorityInfo {
args: {
[k: string]: Json
}
counts: number[]
exclusive: boolean
leaders: number[]
margin: number
name: string
pays: number[]
}
/**
 * Whether undo is free; if not, why (``refusal.<code>``), and whether the table may be asked.
 */
export interface TakeBack {
args?: {
[k: string]: Json
}
ask: boolean
code?: string
free: boolean
}
/**
 * The order is carried out and safely stored. If it was ``repeated``, the rest was told the first time.
 */
export interface Done {
key: string
n: number
played?: string[]
repeated?: boolean
stop?: string
type: "done"
}
/**
 * The order was not carried out. If it was stale, the current view comes with it.
 */
export interface RefusedMessage {
fault: Fault
key: string
n: number
type: "refused"
}
/**
 * Why something was refused. ``code`` and ``args`` belong to the words catalogue of ``game``.
 */
export interface Fault {
args?: {
[k: string]: Json
}
code: string
game?: string
index?: number
rule?: string
text?: string
}
/**
 * Moves from the best down, and how the bot thinks it may go on: player and action.
 */
export interface HintMessage {
bot: string
candidates: Candidate[]
exact?: boolean
fair?: number
iterations: number
key: string
line: [number, string][]
n: number
type: "hint"
}
/**
 * A move worth thinking of; ``chance`` is the share of the win to expect.
 */
export interface Candidate {
action: string
chance: number
equal?: boolean
error?: number
points: number
points_error?: number
reasons?: RemarkInfo[]
same?: string[]
visits: number
}
/**
 * Something to know before one decides: ``remark.<code>`` of the game's words, the ledger rule, the values.
 */
export interface RemarkInfo {
args: {
[k: string]: Json
}
code: string
rule: string
}
/**
 * What actions would do, as far as it is certain to the seat. Pairs are before and after; rows are per player.
 */
export interface PreviewMessage {
actions: string[]
changes: ({
[k: string]: Json
}[] | null)
events: {
[k: string]: Json
}[]
key: string
majorities: [MajorityInfo, MajorityInfo][]
merits: RemarkInfo[]
n: number
numbers: {
/**
 * @minItems 2
 * @maxItems 2
 */
[k: string]: [number[], number[]]
}
sources: {
/**
 * @minItems 2
 * @maxItems 2
 */
[k: string]: [number[], number[]]
}
stop: ("answers" | "chance" | "over" | "question" | "seen" | "turn")
type: "preview"
warnings: RemarkInfo[]
}
/**
 * Why an action is not allowed now; nothing if it is.
 */
export interface WhyMessage {
fault: (Fault | null)
key: string
n: number
type: "why"
}
/**
 * Yes.
 */
export interface Pong {
n: number
now: number
type: "pong"
}
