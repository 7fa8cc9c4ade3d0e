import { AppError, type BulkResult, type ErrorCode } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { counted } from '../../mail/content.ts';
import { connectionErrors } from '../smartsheet/with-smartsheet.ts';

type Outcome = Exclude<BulkResult['outcome'], 'refused'> | AppError;

export function toResult(id: string, outcome: Outcome): BulkResult {
  if (!(outcome instanceof AppError)) return { id, outcome, error: null };
  const { code, message } = outcome;
  return { id, outcome: 'refused', error: { code, message } };
}

export function countDone(results: readonly BulkResult[]): number {
  return results.filter(({ outcome }) => outcome === 'done').length;
}

/** Returns an answer for each id. One that has no outcome does not exist, or is somebody else's. */
export function toResults(ids: readonly string[], outcomes: ReadonlyMap<string, Outcome>) {
  const results = ids.map((id) => toResult(id, outcomes.get(id) ?? new AppError('not_found')));
  return { results, done: countDone(results) };
}

/** Errors that concern the account and not one automation: the others need not be tried. */
const endsAll: readonly ErrorCode[] = ['account_disabled', ...connectionErrors];

/** How long one call works through its automations: a browser waits for two minutes, and the last one may take some of them. */
const workMs = 60_000;

function noTimeLeft(): AppError {
  return new AppError('smartsheet_busy', {
    message: 'Smartsheet was slow, and there was no time left for this one.',
  });
}

/**
 * Does the work for one after the other and returns an answer for each. One that is refused does not hold the others. An
 * error about the account ends it, and so does the time: what is left is answered with that. Throws an error about the account
 * where it is the first of all.
 */
export async function eachInTurn<Item, Answer>(
  { now }: Pick<Context, 'now'>,
  items: readonly Item[],
  {
    work,
    toAnswer,
  }: { work: (item: Item) => Promise<Answer>; toAnswer: (item: Item, error: AppError) => Answer },
): Promise<Answer[]> {
  const endsAt = now().getTime() + workMs;
  const answers: Answer[] = [];
  for (const [place, item] of items.entries()) {
    try {
      if (place > 0 && now().getTime() >= endsAt) throw noTimeLeft();
      answers.push(await work(item));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!endsAll.includes(error.code)) {
        answers.push(toAnswer(item, error));
        continue;
      }
      if (place === 0) throw error;
      answers.push(...items.slice(place).map((left) => toAnswer(left, error)));
      break;
    }
  }
  return answers;
}

/**
 * Returns the one entry of an act on many that takes several transactions. Each of them counts itself in it with `record`, and
 * is counted with `confirm` once it is done: the entry is true wherever the act ends.
 */
export function createSharedEntry(
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { userId, action, verb }: { userId: string; action: 'edit_automation'; verb: string },
): { record: (tx: Tx) => Promise<void>; confirm: () => void } {
  const id = newId();
  const entry = { userId, action, status: 'success', timestamp: now() } as const;
  let done = 0;
  return {
    record: async (tx) => {
      const details = `You ${verb} ${counted(done + 1, 'automation')}.`;
      await tx.activityLog.upsert({ where: { id }, create: { id, ...entry, details }, update: { details } });
    },
    confirm: () => {
      done += 1;
    },
  };
}
