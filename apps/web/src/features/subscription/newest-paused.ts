/** Returns what a smaller plan pauses, as in `the 3 newest automations are paused`. */
export function newestPaused(count: number): string {
  return count === 1 ? 'the newest automation is paused' : `the ${count} newest automations are paused`;
}
