/** A number of configurations, as in `10 configurations`. */
export function configurations(count: number): string {
  return count === 1 ? '1 configuration' : `${count} configurations`;
}

/** What a smaller plan pauses, as in `the 3 newest automations are paused`. */
export function newestPaused(count: number): string {
  return count === 1 ? 'the newest automation is paused' : `the ${count} newest automations are paused`;
}
