import type { Candidates } from '@picksync/contracts';
import { type SheetSummary, SmartsheetError } from '@picksync/smartsheet-client';

const atOnce = 4;
/** After this no further sheet is begun: a person is waiting. */
const enoughMs = 4_000;

export type SheetsRead<T> = Pick<Candidates, 'waitMs' | 'waitsFor'> & {
  sheets: T[];
  /** How many of the wanted ones are dealt with, from the first. */
  done: number;
  /** Those of them that could not be read. */
  unread: number;
};

type ReadOne<T> = (sheetId: string, options: { signal: AbortSignal; beforeSend: () => void }) => Promise<T>;

/**
 * Reads sheets with `read`, the first ones first, until the calls that a search may use or the time are used up. A sheet
 * that cannot be read is passed over. Throws errors about the whole account, if no sheet could be read because of an outage, and
 * when the signal aborts.
 */
export async function readSheets<T>(
  wanted: readonly Pick<SheetSummary, 'id'>[],
  {
    read: readOne,
    now,
    signal,
    forMs = enoughMs,
    onDone,
  }: {
    read: ReadOne<T>;
    now: () => Date;
    signal: AbortSignal;
    forMs?: number;
    /** Called with how many are dealt with so far. */
    onDone?: (done: number) => void;
  },
): Promise<SheetsRead<T>> {
  const endsAt = now().getTime() + forMs;
  const results: (T | SmartsheetError)[] = [];
  const reads: Promise<void>[] = [];
  const running = new Set<Promise<void>>();
  let isLimited = false;
  let done = 0;
  for (const [index, { id }] of wanted.entries()) {
    if (isLimited || signal.aborted || now().getTime() >= endsAt) break;
    // The next sheet begins when this one has a call, so that the budget runs out for the last ones.
    const sent = Promise.withResolvers<void>();
    const read = attempt(readOne(id, { signal, beforeSend: sent.resolve }))
      .then((result) => {
        results[index] = result;
        isLimited ||= isRateLimit(result);
        done += 1;
        onDone?.(done);
      })
      .finally(() => {
        sent.resolve();
        running.delete(read);
      });
    // Rethrown below, once all reads have ended.
    read.catch(() => {});
    reads.push(read);
    running.add(read);
    await sent.promise;
    if (running.size >= atOnce) await Promise.race([...running].map((one) => one.catch(() => {})));
  }
  await Promise.all(reads);
  return summarize(results);
}

/** Returns the sheet, or the error of Smartsheet. */
async function attempt<T>(read: Promise<T>): Promise<T | SmartsheetError> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SmartsheetError) return error;
    throw error;
  }
}

function isRateLimit(result: unknown): result is SmartsheetError {
  return result instanceof SmartsheetError && result.reason === 'rate_limited';
}

function summarize<T>(results: readonly (T | SmartsheetError)[]): SheetsRead<T> {
  const limitAt = results.findIndex(isRateLimit);
  const usable = limitAt === -1 ? results : results.slice(0, limitAt);
  const failures = usable.flatMap((result) => (result instanceof SmartsheetError ? [result] : []));
  const refusal = failures.find(({ class: kind }) => kind === 'needs_user');
  if (refusal) throw refusal;
  const [failure] = failures;
  if (failure?.class === 'retry' && failures.length === results.length) throw failure;
  return {
    sheets: usable.flatMap((result) => (result instanceof SmartsheetError ? [] : [result])),
    done: usable.length,
    unread: failures.length,
    ...getWait(results[limitAt]),
  };
}

/** The shortest pause after Smartsheet has refused a call. */
const shortestWaitMs = 2_000;

function getWait(limit: unknown): Pick<SheetsRead<unknown>, 'waitMs' | 'waitsFor'> {
  if (!isRateLimit(limit)) return { waitMs: 0, waitsFor: null };
  const { heldBackBy, retryAfterMs = 0 } = limit;
  if (heldBackBy === 'budget') return { waitMs: retryAfterMs, waitsFor: 'calls' };
  return { waitMs: Math.max(retryAfterMs, shortestWaitMs), waitsFor: 'smartsheet' };
}
