import type { Db } from './database.ts';
import type { MaintenanceWindow, PrismaClient } from './generated/client.ts';
import type { AlsoHeard } from './listener.ts';
import { sweepWindowMinutes } from './queue/catalog.ts';
import type { Rest } from './queue/run-queues.ts';

export type StoredMaintenance = Pick<
  MaintenanceWindow,
  'id' | 'startsAt' | 'endsAt' | 'nextWordAt' | 'endedAt' | 'checkedAt'
>;

/** What a process knows of the maintenance. */
export type Maintenance = Rest & {
  /** Returns the window that has not ended, or the one that ended last; null when there was none. */
  read: () => StoredMaintenance | null;
  /** Reads it from the database, after a change of this process's own. */
  load: () => Promise<void>;
  /** To be heard on a connection that listens anyway. */
  heard: AlsoHeard;
};

type Options = {
  prisma: PrismaClient;
  now: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** Announced by the trigger function `announce_maintenance`. */
const channel = 'maintenance_changes';

/** How often it is tried again to read it. */
const retryMs = 5_000;

/**
 * Reads the maintenance, and follows it in memory: the database announces each change, so that nobody has to ask. That it begins is known by
 * the clock.
 */
export async function openMaintenance({ prisma, now, log }: Options): Promise<Maintenance> {
  const listeners = new Set<() => void>();
  let known: StoredMaintenance | null = null;
  let newest = 0;
  let applied = 0;
  let retry: NodeJS.Timeout | undefined;
  const load = async () => {
    newest += 1;
    const mine = newest;
    clearTimeout(retry);
    try {
      const found = await findMaintenance(prisma);
      // One that began later knows more. One that is still under way has not been waited for by whoever asked for this one.
      if (mine < applied) return;
      applied = mine;
      known = found;
      for (const tell of listeners) tell();
    } catch (err) {
      // What was known stays.
      log.warn({ err }, 'the maintenance could not be read');
      if (mine === newest) retry = setTimeout(load, retryMs).unref();
    }
  };
  const loadSoon = () => void load();
  await load();
  return {
    read: () => known,
    isOn: () => known !== null && known.endedAt === null && known.startsAt <= now(),
    load,
    heard: { channel, onNotification: loadSoon, onListening: loadSoon },
    onChange: (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

function findMaintenance(db: Db): Promise<StoredMaintenance | null> {
  return db.maintenanceWindow.findFirst({
    select: { id: true, startsAt: true, endsAt: true, nextWordAt: true, endedAt: true, checkedAt: true },
    orderBy: { endedAt: { sort: 'desc', nulls: 'first' } },
  });
}

/**
 * Makes every connection due that has not been swept since the end of a maintenance, once. Each keeps its place in the
 * window: it was due then one window ago, and is due again when it would have been.
 */
export async function beginCatchUp(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    WITH begun AS (
      UPDATE maintenance_windows SET swept_from = clock_timestamp()
      WHERE id = ${id}::uuid AND swept_from IS NULL RETURNING id),
    resting AS (
      SELECT c.id FROM smartsheet_connections c, begun
      WHERE c.status = 'connected' AND c.next_sweep_at > clock_timestamp()
      ORDER BY c.id FOR NO KEY UPDATE OF c)
    UPDATE smartsheet_connections c SET next_sweep_at = next_sweep_at - make_interval(mins => ${sweepWindowMinutes})
    FROM resting WHERE c.id = resting.id`;
}

/** Records that every connection was swept after the end of a maintenance, where that is so. */
export async function recordCaughtUp(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE maintenance_windows w SET checked_at = clock_timestamp()
    WHERE w.id = ${id}::uuid AND w.checked_at IS NULL AND NOT EXISTS (
      SELECT FROM smartsheet_connections
      WHERE status = 'connected' AND created_at < w.ended_at AND coalesce(last_swept_at < w.ended_at, true))`;
}
