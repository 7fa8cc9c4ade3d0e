import { AppError, type ErrorCode } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { eachInTurn } from './each-in-turn.ts';

/** Does four things, of which each takes so many seconds and may be refused. */
async function doFour(seconds: number, refusals: Record<number, ErrorCode> = {}) {
  let at = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    at += seconds * 1000;
    const code = refusals[item];
    if (code) throw new AppError(code);
    done.push(item);
    return 'done';
  };
  const answers = await eachInTurn({ now: () => new Date(at) }, [1, 2, 3, 4], {
    work,
    toAnswer: (_item, { code }) => code,
  });
  return { answers, done };
}

test('a refused automation does not hold the others', async () => {
  expect(await doFour(1, { 1: 'not_found', 3: 'column_taken' })).toEqual({
    answers: ['not_found', 'done', 'column_taken', 'done'],
    done: [2, 4],
  });
});

test('an error about the account is the answer for all that are left, and is thrown where it is the first', async () => {
  expect(await doFour(1, { 3: 'smartsheet_unavailable' })).toEqual({
    answers: ['done', 'done', 'smartsheet_unavailable', 'smartsheet_unavailable'],
    done: [1, 2],
  });
  await expect(doFour(1, { 1: 'smartsheet_unavailable' })).rejects.toThrow(AppError);
});

test('a slow Smartsheet ends the work in time, and the automations that are left are answered so', async () => {
  expect(await doFour(35)).toEqual({
    answers: ['done', 'done', 'smartsheet_busy', 'smartsheet_busy'],
    done: [1, 2],
  });
  expect((await doFour(15)).done).toEqual([1, 2, 3, 4]);
});
