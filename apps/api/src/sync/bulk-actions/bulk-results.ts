import { AppError, type BulkResult, type ErrorCode } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordActivity } from '../activity/activity.store.ts';

type Outcome = Exclude<BulkResult['outcome'], 'refused'> | AppError;

function toResult(id: string, outcome: Outcome): BulkResult {
  if (!(outcome instanceof AppError)) return { id, outcome, error: null };
  const { code, message } = outcome;
  return { id, outcome: 'refused', error: { code, message } };
}

function countDone(results: readonly BulkResult[]): number {
  return results.filter(({ outcome }) => outcome === 'done').length;
}

/** Returns an answer for each id. One that has no outcome does not exist, or is somebody else's. */
export function toResults(ids: readonly string[], outcomes: ReadonlyMap<string, Outcome>) {
  const results = ids.map((id) => toResult(id, outcomes.get(id) ?? new AppError('not_found')));
  return { results, done: countDone(results) };
}

/** Errors that concern the account and not one automation: the others need not be tried. */
const endsAll: readonly ErrorCode[] = [
  'account_disabled',
  'smartsheet_not_connected',
  'smartsheet_needs_reconnect',
  'smartsheet_account_changed',
  'smartsheet_busy',
  'smartsheet_paced',
  'smartsheet_unavailable',
];

/**
 * Does the work for one after the other and returns an answer for each. One that is refused does not hold the others; an
 * error about the account ends it, and is thrown where it is the first. `work` returns whether anything changed.
 */
export async function eachById(ids: readonly string[], work: (id: string) => Promise<boolean>) {
  const results: BulkResult[] = [];
  for (const [place, id] of ids.entries()) {
    try {
      results.push(toResult(id, (await work(id)) ? 'done' : 'unchanged'));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!endsAll.includes(error.code)) {
        results.push(toResult(id, error));
        continue;
      }
      if (countDone(results) === 0) throw error;
      results.push(...ids.slice(place).map((left) => toResult(left, error)));
      break;
    }
  }
  return { results, done: countDone(results) };
}

export function countAutomations(count: number): string {
  return count === 1 ? '1 automation' : `${count.toLocaleString('en-US')} automations`;
}

/** Records an act on many that has been done one by one. */
export async function recordDone(
  context: Context,
  {
    userId,
    done,
    action,
    verb,
  }: {
    userId: string;
    done: number;
    action: 'activate_automation' | 'edit_automation';
    verb: string;
  },
): Promise<void> {
  if (done === 0) return;
  const details = `You ${verb} ${countAutomations(done)}.`;
  await recordActivity(context.db, { userId, action, status: 'success', details, at: context.now() });
}
