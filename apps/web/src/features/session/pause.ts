/** Resolves after some milliseconds: the short rest between a success and the page it leads to. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
