import { type endpoints, type Reply, toFailureClass } from '@picksync/contracts';
import { readWorkers } from '@picksync/db';
import type { Readiness } from '@picksync/process';
import pLimit from 'p-limit';
import type { Context } from '../../base/context.ts';
import { isStale, readStatus } from '../../base/status/read-status.ts';
import { toPauseTime } from '../../sync/automations/pause-failing.ts';
import { readLimitedQueues } from '../read-limited-queues.ts';
import { findProblems, type Measured } from './find-problems.ts';
import { readAccountFigures, readDatabaseFigures, readHeldMails } from './health.store.ts';
import { countDeadOfHour, hourParts, readJobsOfHour, readRunsOfHour } from './last-hour.store.ts';
import { listWaiting } from './list-waiting.ts';
import { type FailingRow, findFailingGroups } from './waiting.store.ts';

type Now = Reply<typeof endpoints.adminNow.read>;
type Source = Now['unread'][number];

export type NowContext = Context & { readiness: Readiness };

/** The page asks again every fifteen seconds, and users need the connections as well. */
const atOnce = 2;

/**
 * Returns whether everything runs, what waits for a person, and how the last hour was. Each source is read by itself: when one
 * cannot be, the others still tell what they know.
 */
export async function readNow(context: NowContext): Promise<Now> {
  const { db, now, log } = context;
  const at = now();
  const unread: Source[] = [];
  const limit = pLimit(atOnce);
  const read = async <T>(source: Source, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await limit(work);
    } catch (err) {
      log.warn({ err, source }, 'the page of administrators lacks a part');
      unread.push(source);
      return null;
    }
  };
  const [failingParts, workers, queues, status, accounts, database, runs, jobs, waiting, failing] =
    await Promise.all([
      read('process', () => findFailingParts(context)),
      read('workers', () => readWorkers(db)),
      read('queues', () => readQueues(context)),
      read('status', () => readParts(context, at)),
      read('accounts', () => readAccountFigures(db)),
      read('database', () => readDatabaseFigures(db)),
      read('delays', () => readRunsOfHour(db, at)),
      read('jobs', () => readJobs(context)),
      read('waiting', () => listWaiting(context)),
      read('failing', () => findFailingGroups(db)),
    ]);
  const isMaintenance = context.maintenance.isOn();
  const problems = findProblems({
    at,
    isMaintenance,
    failingParts,
    workers,
    accounts,
    database,
    status,
    queues: queues?.states ?? null,
    mails: queues?.mails ?? null,
  });
  return {
    at: at.toISOString(),
    unread,
    isMaintenance,
    problems,
    workers: workers && { ...workers, lastHeardAt: workers.lastHeardAt?.toISOString() ?? null },
    queues: queues && sumQueues(queues.states),
    working: status?.working ?? [],
    archivedAt: database?.isArchived ? (database.archivedAt?.toISOString() ?? null) : null,
    checks: accounts && { accounts: accounts.accounts, longestSeconds: accounts.longestSeconds },
    delays: runs && toDelays(runs),
    calls: runs && toCalls(runs),
    jobs,
    waiting,
    failing: failing && { active: failing.active, ...toFailing(failing.groups) },
  };
}

async function findFailingParts({ readiness }: NowContext): Promise<string[]> {
  const { parts } = await readiness.read();
  return Object.keys(parts).filter((part) => parts[part] === 'failing');
}

async function readQueues(context: Context) {
  const states = await readLimitedQueues(context);
  return { states, mails: await readHeldMails(context.db) };
}

type QueueStates = Awaited<ReturnType<typeof readQueues>>['states'];

function sumQueues(states: QueueStates): NonNullable<Now['queues']> {
  const oldest = states.flatMap(({ oldestSeconds }) => oldestSeconds ?? []);
  return {
    waiting: states.reduce((sum, { waiting, delayed }) => sum + waiting - delayed, 0),
    oldestSeconds: oldest.length > 0 ? Math.max(...oldest) : null,
    dead: states.reduce((sum, { dead }) => sum + dead, 0),
  };
}

async function readParts({ db }: Context, at: Date) {
  const { measuredAt, parts } = await readStatus(db, at);
  const fresh = parts.filter((part) => !isStale(part.measuredAt, at));
  const status: NonNullable<Measured['status']> = {
    measuredAt,
    isStale: measuredAt === null || isStale(measuredAt, at),
    disturbed: fresh.filter(({ isDisturbed }) => isDisturbed),
  };
  return { ...status, working: fresh.filter(({ isDisturbed }) => !isDisturbed).map(({ part }) => part) };
}

async function readJobs({ db }: Context): Promise<NonNullable<Now['jobs']>> {
  const rows = await readJobsOfHour(db);
  const dead = await countDeadOfHour(db);
  const perMinute = toSeries(rows, ({ done }) => done / 2, 0);
  return { lastHour: rows.reduce((sum, { done }) => sum + done, 0), dead, perMinute };
}

type Runs = Awaited<ReturnType<typeof readRunsOfHour>>;

function toDelays(runs: Runs): NonNullable<Now['delays']> {
  const whole = runs.find(({ part }) => part === null);
  return {
    changes: whole?.changes ?? 0,
    medianMs: whole?.medianMs ?? null,
    p95Ms: whole?.p95Ms ?? null,
    medians: toSeries(runs, ({ medianMs }) => medianMs, null),
    p95s: toSeries(runs, ({ p95Ms }) => p95Ms, null),
  };
}

function toCalls(runs: Runs): NonNullable<Now['calls']> {
  const whole = runs.find(({ part }) => part === null);
  return { lastHour: whole?.calls ?? 0, perMinute: toSeries(runs, ({ calls }) => calls / 2, 0) };
}

/** Returns a value for each part of the hour, oldest first. */
function toSeries<Row extends { part: number | null }>(
  rows: readonly Row[],
  getValue: (row: Row) => number | null,
  none: number | null,
): (number | null)[] {
  return Array.from({ length: hourParts }, (_, part) => {
    const row = rows.find((one) => one.part === part);
    return row ? getValue(row) : none;
  });
}

function toFailing(groups: readonly FailingRow[]) {
  const views = groups.map(({ since, countedFrom, ...group }) => {
    const kind = toFailureClass(group.reason);
    const pausesAt = kind === 'configuration' && countedFrom ? toPauseTime(countedFrom).toISOString() : null;
    return { ...group, class: kind, since: since?.toISOString() ?? null, pausesAt };
  });
  return { automations: views.reduce((sum, { automations }) => sum + automations, 0), groups: views };
}
