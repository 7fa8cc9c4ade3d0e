import { AppError, type ErrorCode } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { connectionErrors } from './with-smartsheet.ts';

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
