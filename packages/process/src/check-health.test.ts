import { expect, test } from 'vitest';
import { checkHealth } from './run-process.ts';

const answers = async () => undefined;

test('a process is healthy when all its parts answer', async () => {
  const health = await checkHealth({ checks: { database: answers, queue: answers }, timeoutMs: 60_000 });
  expect(health).toEqual({ isHealthy: true, parts: { database: 'ok', queue: 'ok' }, cause: undefined });
});

test('a part that fails, and one that does not answer in the time it has, are named', async () => {
  const gone = new Error('gone');
  const checks = { database: () => Promise.reject(gone), queue: () => new Promise(() => {}), mail: answers };
  expect(await checkHealth({ checks, timeoutMs: 1 })).toEqual({
    isHealthy: false,
    parts: { database: 'failing', queue: 'failing', mail: 'ok' },
    cause: gone,
  });
});
