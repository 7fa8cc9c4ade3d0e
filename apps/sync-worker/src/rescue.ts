import type { PrismaClient, Queue } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';
import type { Logger } from 'pino';
import type { OwnAccount } from './smartsheet/account-owner.ts';
import { type BegunSync, findBegunSyncs, queueAnew } from './store/rescue.store.ts';

export type RescueDeps = {
  prisma: PrismaClient;
  queue: Queue;
  ownAccount: OwnAccount;
  sleep: Sleep;
  log: Logger;
};

const lookEveryMs = 2_000;

/** Runs looked at in one go. */
const mostAtOnce = 1_000;

/**
 * Finds connections whose worker died or stopped and gives them to the living. Who works on a connection holds its
 * lock, and a lock ends with its process; so a connection that is being worked on and whose lock is free has lost its
 * worker. The queue finds that out as well, but later.
 */
export function startRescue(deps: RescueDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    for (let before = new Set<string>(); !signal.aborted; ) {
      try {
        before = await look({ before, signal }, deps);
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

type Looking = {
  /** What was begun at the look before: a worker that has just begun may not have its lock yet. */
  before: ReadonlySet<string>;
  signal: AbortSignal;
};

async function look({ before, signal }: Looking, deps: RescueDeps): Promise<Set<string>> {
  const begun = await findBegunSyncs(deps.prisma, { limit: mostAtOnce });
  for (const one of begun) {
    if (!before.has(keyOf(one))) continue;
    const work = () => queueAnew(one, deps);
    const owned = await deps.ownAccount({ connectionId: one.id, waitMs: 0, signal, work });
    if (owned?.value) {
      deps.log.warn({ connection: one.id, job: one.syncJobId }, 'took over from a worker that is gone');
    }
  }
  return new Set(begun.map(keyOf));
}
