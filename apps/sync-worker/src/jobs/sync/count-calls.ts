import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tells which piece of work made which calls, though several run at once. A call counts for whoever began it: a sheet
 * that serves many automations counts for the first of them.
 */
export function createCallCounter() {
  const current = new AsyncLocalStorage<{ calls: number }>();
  return {
    /** For the client's `onCall`. */
    onCall: () => {
      const tally = current.getStore();
      if (tally) tally.calls += 1;
    },
    counting: async <T>(work: () => Promise<T>): Promise<{ value: T; calls: number }> => {
      const tally = { calls: 0 };
      const value = await current.run(tally, work);
      return { value, calls: tally.calls };
    },
  };
}
