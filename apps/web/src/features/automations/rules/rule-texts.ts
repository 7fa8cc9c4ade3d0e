/** Returns how much of the plan is used. */
export function countConfigurationsText(count: number, limit: number): string {
  return `${count} of ${limit} configurations`;
}
