import { Writable } from 'node:stream';
import { DeadLetter, type Job, runJob } from '@picksync/db';
import { createLogger } from '@picksync/process';
import { expect, test } from 'vitest';

const job: Job<'tidy'> = {
  queue: 'tidy',
  id: 'job-1',
  attempt: 0,
  isLastAttempt: false,
  payload: {},
  priority: 0,
  dueAt: new Date(1_000),
  signal: new AbortController().signal,
};

/** Runs a job with a clock that moves on by 50 ms at each look; answers the lines it left. */
async function runAndLog(work: () => Promise<Record<string, number>>, given: Partial<Job<'tidy'>> = {}) {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  let at = 1_150;
  const now = () => {
    at += 50;
    return new Date(at);
  };
  const outcome = await runJob({ log: createLogger({ level: 'info', destination }), now, work })({
    ...job,
    ...given,
  }).then(
    () => 'done',
    (error: unknown) => error,
  );
  return { lines, outcome };
}

const fail = async (): Promise<never> => {
  throw new Error('no');
};

test('a job that ends well leaves one line: what it was, how long it waited and took, what it did', async () => {
  const { lines, outcome } = await runAndLog(async () => ({ codes: 3 }));
  expect(outcome).toBe('done');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    msg: 'job done',
    queue: 'tidy',
    job: 'job-1',
    codes: 3,
    waitedMs: 200,
    ms: 50,
  });
});

test('a job that fails leaves one warning and fails for the queue too', async () => {
  const { lines, outcome } = await runAndLog(fail);
  expect(outcome).toBeInstanceOf(Error);
  expect(lines).toMatchObject([{ level: 40, msg: 'job failed', retried: true, err: { message: 'no' } }]);
});

test('a job that will not be tried again is an error', async () => {
  const last = await runAndLog(fail, { isLastAttempt: true });
  expect(last.lines).toMatchObject([{ level: 50, retried: false }]);
  const dead = await runAndLog(async () => {
    throw new DeadLetter('for a person');
  });
  expect(dead.lines).toMatchObject([{ level: 50, retried: false }]);
});

test('the log line of an error holds its message, and neither its parameters nor a secret', async () => {
  const { lines } = await runAndLog(async () => {
    throw Object.assign(new Error('failed'), { code: 'P2002', parameters: ['a cell'], token: 'abc' });
  });
  expect(lines).toMatchObject([{ err: { message: 'failed', code: 'P2002' } }]);
  expect(JSON.stringify(lines)).not.toMatch(/a cell|abc/);
});
