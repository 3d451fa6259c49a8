import { moving } from '$lib/state/prefs.svelte'
import { tick } from 'svelte'

/** Nobody waits longer than this for something to come to rest, in milliseconds. */
const LONGEST = 4000
/** So long the eye stays on what has just come to rest. */
const REST = 500

/** Something is shown step by step, which ends by itself or by a click: it may take its time. */
const SHOW = '[data-show]'

/** Until everything has come to rest that does so by itself; what breathes on and on does not count. */
export async function settled(): Promise<void> {
  await tick()
  if (!moving() || document.hidden) return
  const end = performance.now() + LONGEST
  const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))
  do await pause(50)
  while (document.querySelector(SHOW) || (performance.now() < end && document.getAnimations().some(flies)))
  await pause(REST)
}

function flies(motion: Animation): boolean {
  return motion.playState === 'running' && Number.isFinite(motion.effect?.getComputedTiming().endTime)
}
