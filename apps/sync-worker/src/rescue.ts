import type { PrismaClient, Queue } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';
import type { Logger } from 'pino';
import type { WithConnectionLock } from './smartsheet/connection-lock.ts';
import { type BegunSync, findBegunSyncs, queueAnew } from './store/rescue.store.ts';

export type RescueDeps = {
  prisma: PrismaClient;
  queue: Queue;
  withConnectionLock: WithConnectionLock;
  sleep: Sleep;
  log: Logger;
};

const lookEveryMs = 2_000;

/** Runs looked at in one go. */
const maxAtOnce = 1_000;

/**
 * Queues connections again whose worker died or stopped. A worker holds the lock of the connection it works on, and a
 * lock ends with its process; so a connection that is being worked on and whose lock is free has lost its worker. The
 * queue finds that out as well, but later.
 */
export function startRescue(deps: RescueDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    for (let before = new Set<string>(); !signal.aborted; ) {
      try {
        before = await rescueOnce({ before, signal }, deps);
      } catch (err) {
        if (!signal.aborted) deps.log.warn({ err }, 'could not look for workers that are gone');
      }
      await deps.sleep(lookEveryMs, signal).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

function keyOf({ syncJobId, syncAttempt }: BegunSync) {
  return `${syncJobId} ${syncAttempt}`;
}

type RescueInput = {
  /** The syncs found in the round before: a worker that has just begun may not have its lock yet. */
  before: ReadonlySet<string>;
  signal: AbortSignal;
};

async function rescueOnce({ before, signal }: RescueInput, deps: RescueDeps): Promise<Set<string>> {
  const begun = await findBegunSyncs(deps.prisma, { limit: maxAtOnce });
  for (const one of begun) {
    if (!before.has(keyOf(one))) continue;
    const work = () => queueAnew(one, deps);
    const requeued = await deps.withConnectionLock({ connectionId: one.id, waitMs: 0, signal, work });
    if (requeued?.value) {
      deps.log.warn({ connection: one.id, job: one.syncJobId }, 'took over from a worker that is gone');
    }
  }
  return new Set(begun.map(keyOf));
}
