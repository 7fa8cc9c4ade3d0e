import type { PrismaClient, Queue } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';
import type { Logger } from 'pino';
import type { OwnAccount } from './smartsheet/account-owner.ts';
import { type BegunSync, findBegunSyncs, queueAnew } from './store/rescue.store.ts';

export type RescueParts = {
  prisma: PrismaClient;
  queue: Queue;
  ownAccount: OwnAccount;
  sleep: Sleep;
  now: () => Date;
  log: Logger;
};

const lookEveryMs = 2_000;

/**
 * An account that costs a second worker its life this soon may be what kills them: it is left to the queue, which takes
 * its time and gives up after a few tries.
 */
const onceWithinMs = 10 * 60_000;

/**
 * Finds accounts whose worker died and gives them to the living. Who works on an account holds its lock, and a lock
 * ends with its process; so an account that is being worked on and whose lock is free has lost its worker. The queue
 * finds that out as well, but only after ten seconds without a sign of life.
 */
export function startRescue(parts: RescueParts): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rescuedAt = new Map<string, number>();
  const ended = (async () => {
    for (let before = new Set<string>(); !signal.aborted; ) {
      try {
        before = await look({ before, rescuedAt, signal }, parts);
      } catch (err) {
        if (!signal.aborted) parts.log.warn({ err }, 'could not look for workers that are gone');
      }
      await parts.sleep(lookEveryMs, signal).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

const keyOf = ({ syncJobId, syncAttempt }: BegunSync) => `${syncJobId} ${syncAttempt}`;

type Looking = {
  /** What was begun at the look before: a worker that has just begun may not have its lock yet. */
  before: ReadonlySet<string>;
  rescuedAt: Map<string, number>;
  signal: AbortSignal;
};

async function look({ before, rescuedAt, signal }: Looking, parts: RescueParts): Promise<Set<string>> {
  const at = parts.now().getTime();
  for (const [id, rescued] of rescuedAt) if (at - rescued > onceWithinMs) rescuedAt.delete(id);
  const begun = await findBegunSyncs(parts.prisma);
  for (const one of begun) {
    if (!before.has(keyOf(one)) || rescuedAt.has(one.id)) continue;
    const work = () => queueAnew(one, parts);
    const owned = await parts.ownAccount({ connectionId: one.id, waitMs: 0, signal, work });
    if (!owned?.value) continue;
    rescuedAt.set(one.id, at);
    parts.log.warn({ connection: one.id, job: one.syncJobId }, 'took over from a worker that is gone');
  }
  return new Set(begun.map(keyOf));
}
