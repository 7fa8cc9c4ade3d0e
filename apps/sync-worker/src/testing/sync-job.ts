import { randomUUID } from 'node:crypto';
import type { Job } from '@picksync/db';
import type { TestAccount, World } from './world.ts';

/** Returns the job that stands for the connection of an account now, as the queue hands it to a worker. */
export async function readSyncJob(
  world: World,
  account: TestAccount,
  given: { attempt?: number; priority?: number } = {},
): Promise<Job<'sync-connection'>> {
  const { id: connectionId, syncJobId } = await world.readConnection(account);
  return {
    queue: 'sync-connection',
    id: syncJobId ?? randomUUID(),
    attempt: 0,
    isLastAttempt: false,
    payload: { connectionId },
    priority: 0,
    dueAt: new Date(),
    signal: new AbortController().signal,
    ...given,
  };
}
