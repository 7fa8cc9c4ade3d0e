/**
 * Takes steps until one finds a breach. `name` says of which kind they are. Returns what was found, and how many steps were taken.
 */
export async function takeRound(
  { name, steps }: { name: string; steps: number },
  takeStep: () => Promise<string[]>,
): Promise<{ breaches: string[]; steps: number }> {
  for (let step = 1; step <= steps; step += 1) {
    const breaches = await takeStep();
    if (breaches.length > 0)
      return { breaches: breaches.map((text) => `${name} step ${step}: ${text}`), steps: step };
  }
  return { breaches: [], steps };
}
