import type { Logger } from 'pino';

/** Lets many things be settled one after another: one that fails is logged, and does not keep the next ones waiting. */
export function collectFailures(log: Pick<Logger, 'error'>) {
  const failures: unknown[] = [];
  return {
    /** Returns the result of `work`; 0 when it fails. `what` is logged with the failure. */
    async attempt(what: object, work: () => Promise<number>): Promise<number> {
      try {
        return await work();
      } catch (err) {
        log.error({ ...what, err }, 'something of a plan could not be settled');
        failures.push(err);
        return 0;
      }
    },
    /** Throws the failures together; does nothing without one. */
    throwAll(): void {
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be settled');
    },
  };
}
