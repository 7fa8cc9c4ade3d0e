import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { expect, test, vi } from 'vitest';
import { consume } from './consume.ts';

test('a job that is fetched after all were given back is given back as well', async () => {
  const job = { id: randomUUID(), retryCount: 0, retryLimit: 3, expireInSeconds: 60, data: { mail: 'm' } };
  const fetched = Promise.withResolvers<JobWithMetadata<unknown>[]>();
  const fail = vi.fn<PgBoss['fail']>().mockResolvedValue({} as never);
  const boss = { fetch: () => fetched.promise, fail } as unknown as PgBoss;
  const handle = vi.fn(async () => {});
  const onError = (error: Error) => expect.unreachable(error.message);
  const options = { boss, db: {} as never, schema: 'pgboss', concurrency: 1, handle, onError };
  const consumer = consume({ ...options, name: 'send-mail' });
  consumer.wake();
  const drained = consumer.drain();
  await consumer.abandon();
  expect(fail).not.toHaveBeenCalled();
  fetched.resolve([job as never]);
  await drained;
  expect(fail).toHaveBeenCalledExactlyOnceWith('send-mail', [job], { error: 'Shutdown' });
  expect(handle).not.toHaveBeenCalled();
});

test('a job that has ended is recorded as done, not given back, when the process stops at that moment', async () => {
  const job = { id: randomUUID(), retryCount: 0, retryLimit: 3, expireInSeconds: 60, data: { mail: 'm' } };
  const fail = vi.fn<PgBoss['fail']>().mockResolvedValue({} as never);
  const complete = vi.fn<PgBoss['complete']>().mockResolvedValue({} as never);
  const fetch = vi
    .fn<PgBoss['fetch']>()
    .mockResolvedValueOnce([job as never])
    .mockResolvedValue([]);
  const boss = { fetch, fail, complete } as unknown as PgBoss;
  const handled = Promise.withResolvers<void>();
  const onError = (error: Error) => expect.unreachable(error.message);
  const options = { boss, db: {} as never, schema: 'pgboss', concurrency: 1, onError };
  const handle = async () => handled.resolve();
  const consumer = consume({ ...options, name: 'send-mail', handle });
  consumer.wake();
  await handled.promise;
  await nextTurn();
  await consumer.abandon();
  expect(fail).not.toHaveBeenCalled();
  expect(complete).toHaveBeenCalledOnce();
});
