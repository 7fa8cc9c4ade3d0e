/** Resolves after some milliseconds: the short rest between a success and the page it leads to. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
