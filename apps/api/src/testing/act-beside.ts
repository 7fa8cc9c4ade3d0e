import type { Prisma, Tx } from '@picksync/db';
import { countLockWaits } from '@picksync/db/testing';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** The rows that the act waits for once it has been let in, and what is changed then. An act may be made of several that wait. */
type Meanwhile = { lock: Prisma.Sql; change: (tx: Tx) => Promise<unknown>; waiting?: number };

/** Begins an act, and changes something when it has been let in and waits. Returns what comes of it. */
export async function actBeside<Answer>(
  { db, admin }: Pick<TestApp, 'db' | 'admin'>,
  act: () => Promise<Answer>,
  { lock, change, waiting = 1 }: Meanwhile,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  await db.$transaction(async (tx) => {
    await tx.$executeRaw(lock);
    act().then(resolve, reject);
    await expect.poll(() => countLockWaits(admin)).toBe(waiting);
    await change(tx);
  });
  return promise;
}
