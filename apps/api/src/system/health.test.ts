import { expect, test, vi } from 'vitest';
import { readHealth } from './system.routes.ts';

const answers = async () => undefined;
const build = { version: '1.2.3', commit: 'abc1234', schema: '20261129200001' };

test('the service is well when every part answers', async () => {
  const parts = { checks: { database: answers, queue: answers }, build, timeoutMs: 60_000 };
  expect(await readHealth(parts)).toEqual({ status: 'ok', ...build });
});

test('the service is unavailable when a part fails', async () => {
  const checks = { database: () => Promise.reject(new Error('gone')), queue: answers };
  await expect(readHealth({ checks, build, timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('the service is unavailable when a part does not answer in time', async () => {
  vi.useFakeTimers();
  const checks = { database: answers, queue: () => new Promise(() => {}) };
  const outcome = expect(readHealth({ checks, build, timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await vi.runAllTimersAsync();
  await outcome;
  vi.useRealTimers();
});
