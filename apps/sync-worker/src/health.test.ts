import { expect, test, vi } from 'vitest';
import { createHealthServer, readHealth } from './worker.ts';

const answers = async () => undefined;
const broken = () => Promise.reject(new Error('gone'));
const parts = (checks: Record<string, () => Promise<unknown>>, stopping = false) => ({
  checks,
  timeoutMs: 60_000,
  running: () => 2,
  isStopping: () => stopping,
});

const request = (...given: Parameters<typeof parts>) =>
  createHealthServer(parts(...given)).inject('/healthz');

test('a worker whose parts all answer is well', async () => {
  const answer = await request({ database: answers, queue: answers });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok', parts: { database: 'ok', queue: 'ok' }, running: 2 });
});

test('a part that fails is named, and the worker is unavailable', async () => {
  const answer = await request({ database: broken, queue: answers });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'unavailable', parts: { database: 'failing', queue: 'ok' } });
});

test('a worker on its way out says so', async () => {
  const answer = await request({ database: answers }, true);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'stopping' });
});

test('a part that does not answer in time is failing', async () => {
  vi.useFakeTimers();
  const health = readHealth(parts({ database: () => new Promise(() => {}) }));
  await vi.runAllTimersAsync();
  expect(await health).toMatchObject({ status: 'unavailable', parts: { database: 'failing' } });
  vi.useRealTimers();
});
