/** Returns what one sync may remove without asking: it asks above the percentage, and only above 5 options. */
export function limitText(maxRemovalPercent: number): string {
  return maxRemovalPercent === 0 ? '5 options' : `${maxRemovalPercent} % and 5 options`;
}

/** What it means that options go. */
export const notAgain = 'Nobody can choose these options again.';
