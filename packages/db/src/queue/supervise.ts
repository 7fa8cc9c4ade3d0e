import { setTimeout as pause } from 'node:timers/promises';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { queueNames } from './catalog.ts';
import type { Duty, DutyTurn } from './duties.ts';
import { findDue } from './find-due.ts';

/** With what pg-boss connects. */
export type BossSettings = ConstructorOptions & { schema: string };

type Options = {
  settings: BossSettings;
  channel: string;
  /** Whether no job may begin now: those that are due need no announcement. */
  isResting?: (() => boolean) | undefined;
  pollMs: number;
  onError: (error: Error) => void;
};

/** How long it may take until a job is found that was sent with a delay while nothing ran and nothing waited. */
const idlePollMs = 2_500;

/** How often to delete old jobs and count those that wait, if it is time for it. */
const maintainEveryMs = 5 * 60_000;

/** The queue by which pg-boss's scheduler passes on what is due. It belongs to the scheduler's process. */
const scheduledJobs = '__pgboss__send-it';

/**
 * Returns what one process does for the queues of all: it announces jobs that become due without an announcement, such
 * as retries, gives away the jobs of workers that are gone, and makes the scheduled ones.
 */
export function createSupervise(options: Options): Duty {
  return async (turn) => {
    const { signal, announced } = turn;
    let scheduler: PgBoss | undefined;
    let maintainedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const heard = announced();
      let isBusy = true;
      try {
        scheduler ??= await startScheduler(options);
        const { due, isOverdue, ...state } = await look(options, turn);
        isBusy = state.isBusy && !options.isResting?.();
        if (due.includes(scheduledJobs)) wakeScheduler(scheduler);
        if (isOverdue || performance.now() - maintainedAt > maintainEveryMs) {
          await scheduler.supervise();
          maintainedAt = performance.now();
        }
      } catch (error) {
        if (!signal.aborted) options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      for (let waited = 0; waited < Math.max(idlePollMs, options.pollMs); waited += options.pollMs) {
        await pause(options.pollMs, undefined, { signal, ref: false }).catch(() => {});
        if (isBusy || signal.aborted || announced() !== heard) break;
      }
    }
    await scheduler?.stop({ graceful: false });
  };
}

/** Starts a pg-boss that makes the scheduled jobs. It passes them on when it is told, and looks by itself as a last resort. */
async function startScheduler({ settings, onError }: Options): Promise<PgBoss> {
  const scheduler = new PgBoss({
    ...settings,
    max: 2,
    schedule: true,
    cronWorkerIntervalSeconds: 45,
    // It is told when a job is overdue, and then does not wait.
    monitorIntervalSeconds: 1,
  });
  scheduler.on('error', onError);
  try {
    return await scheduler.start();
  } catch (error) {
    await scheduler.stop({ graceful: false });
    throw error;
  }
}

function look({ settings: { schema }, channel }: Options, { query }: DutyTurn) {
  const names = [...queueNames, scheduledJobs];
  return findDue({ query, schema, names, channel, soonSeconds: idlePollMs / 1000 });
}

function wakeScheduler(scheduler: PgBoss): void {
  for (const { id, name } of scheduler.getWipData({ includeInternal: true })) {
    if (name === scheduledJobs) scheduler.notifyWorker(id);
  }
}
