/** Resolves after a number of milliseconds; after none, in another task, so that the browser can answer in between. */
export function sleep(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
