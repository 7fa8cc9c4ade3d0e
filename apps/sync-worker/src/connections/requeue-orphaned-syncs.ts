import { type Db, type Duty, markConnectionDirty, transact } from '@picksync/db';
import type { Context } from '../context.ts';

const lookEveryMs = 1_500;

/** How long to rest after a look that found nothing. A job is announced before it begins, which ends the rest. */
const restMs = 15_000;

/** Runs looked at in one go. */
const maxAtOnce = 1_000;

/**
 * Returns the duty to queue connections again whose worker died or stopped. A worker holds the lock of the connection it
 * works on, and a lock ends with its process; so a connection that is being worked on and whose lock is free has lost its
 * worker. The queue finds that out as well, but later.
 */
export function requeueOrphanedSyncs(context: Context): Duty {
  return async ({ signal, announced }) => {
    let [before, heardBefore] = [new Set<string>(), Number.NaN];
    while (!signal.aborted) {
      const heard = announced();
      try {
        before = await requeueOnce(context, { before, signal });
      } catch (err) {
        if (!signal.aborted) context.log.warn({ err }, 'could not look for workers that are gone');
      }
      // A sync begins a moment after its job was announced, so a look that finds none is not enough.
      const mayRest = before.size === 0 && heard === heardBefore;
      heardBefore = heard;
      for (let rested = 0; rested < (mayRest ? restMs : lookEveryMs); rested += lookEveryMs) {
        await context.sleep(lookEveryMs, signal).catch(() => {});
        if (signal.aborted || announced() !== heard) break;
      }
    }
  };
}

function toKey({ syncJobId, syncAttempt }: RunningSync) {
  return `${syncJobId} ${syncAttempt}`;
}

/** `before`: the syncs found in the round before, because a worker that has just begun may not have its lock yet. */
async function requeueOnce(
  context: Context,
  { before, signal }: { before: ReadonlySet<string>; signal: AbortSignal },
): Promise<Set<string>> {
  const running = await findRunningSyncs(context.prisma);
  for (const one of running) {
    if (!before.has(toKey(one))) continue;
    const work = () => queueAgain(context, one);
    const requeued = await context.withConnectionLock({ connectionId: one.id, waitMs: 0, signal, work });
    if (requeued?.value) {
      context.log.warn({ connection: one.id, job: one.syncJobId }, 'took over from a worker that is gone');
    }
  }
  return new Set(running.map(toKey));
}

/** A sync that a worker has begun and not ended. */
type RunningSync = { id: string; syncJobId: string | null; syncAttempt: number };

/**
 * How often a connection is rescued at most. One whose workers die again this soon may be the cause: it is left to the
 * queue, which waits longer and gives up after a few tries.
 */
const rescueEveryMinutes = 10;

/** Returns the syncs that may be taken over, by the database's clock. */
function findRunningSyncs(db: Db): Promise<RunningSync[]> {
  return db.$queryRaw<RunningSync[]>`
    SELECT id, sync_job_id AS "syncJobId", sync_attempt AS "syncAttempt" FROM smartsheet_connections
    WHERE sync_state = 'running'
      AND (rescued_at IS NULL OR rescued_at < clock_timestamp() - make_interval(mins => ${rescueEveryMinutes}))
    ORDER BY id LIMIT ${maxAtOnce}`;
}

/** Puts a connection back into the queue with a new job. False when its job has moved on by itself. */
function queueAgain({ prisma, queue }: Context, found: RunningSync) {
  return transact(prisma, async (tx) => {
    const { id: connectionId, syncJobId, syncAttempt } = found;
    const count = await tx.$executeRaw`
      UPDATE smartsheet_connections SET sync_state = 'idle', sync_job_id = NULL, rescued_at = clock_timestamp()
      WHERE id = ${connectionId}::uuid AND sync_state = 'running' AND sync_job_id = ${syncJobId}::uuid
        AND sync_attempt = ${syncAttempt}`;
    if (count === 0) return false;
    await markConnectionDirty({ tx, queue, connectionId });
    return true;
  });
}
