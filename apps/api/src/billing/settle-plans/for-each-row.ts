import type { Context } from '../../base/context.ts';

type Loop<Row> = {
  /** Returns the next rows; `after` is the last one of those before, null for the first ones. */
  find: (after: Row | null) => Promise<Row[]>;
  /** How many rows `find` returns where there are more. */
  limit: number;
  /** Says in the log which row failed. */
  about: (row: Row) => object;
  /** Returns how many things it has changed. */
  change: (row: Row) => Promise<number>;
};

/**
 * Changes rows one after another, and returns how many changed. One that fails is logged and does not keep the next
 * ones waiting; the failures are thrown together at the end.
 */
export async function forEachRow<Row>(
  { log }: Pick<Context, 'log'>,
  { find, limit, about, change }: Loop<Row>,
): Promise<number> {
  const failures: unknown[] = [];
  let changed = 0;
  let after: Row | null = null;
  do {
    const rows: Row[] = await find(after);
    for (const row of rows) {
      try {
        changed += await change(row);
      } catch (err) {
        log.error({ ...about(row), err }, 'something of a plan could not be settled');
        failures.push(err);
      }
    }
    after = rows.length < limit ? null : (rows.at(-1) ?? null);
  } while (after !== null);
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be settled');
  return changed;
}
