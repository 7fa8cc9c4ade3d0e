import { type endpoints, nowProblems, type Reply, type StatusPart } from '@picksync/contracts';
import type { AccountFigures, DatabaseFigures } from './health.store.ts';

type Problem = Reply<typeof endpoints.adminNow.read>['problems'][number];

/** What was measured; null where it could not be read. */
export type Measured = {
  at: Date;
  isMaintenance: boolean;
  /** The parts of `/readyz` of this process that fail. */
  failingParts: string[] | null;
  workers: { alive: number; lastHeardAt: Date | null } | null;
  queues: { name: string; waiting: number; oldestSeconds: number | null; limitSeconds: number }[] | null;
  mails: { held: number; since: Date | null } | null;
  status: {
    measuredAt: Date | null;
    isStale: boolean;
    disturbed: { part: StatusPart; since: Date }[];
  } | null;
  accounts: AccountFigures | null;
  database: DatabaseFigures | null;
};

/** Sweeps end every minute or so while a worker lives. */
const sweepQuietMs = 5 * 60_000;
/** A queue is late at its limit; worth a line on this page from this multiple of it on, and felt by people from the second. */
const lateFactor = 4;
const feltFactor = 20;
/** Of many, so many lost at once are no coincidence. */
const leastLost = 5;
const fewShare = 0.01;
const fullPercent = 80;

/** What the page tells in words of its own; the others of the status page are told as its parts. */
const toldOtherwise: readonly StatusPart[] = ['checks', 'mail'];

/** Returns what is wrong, the worst first. During an update workers rest: only what the update does not explain is told. */
export function findProblems(measured: Measured): Problem[] {
  const found = [
    ...findInProcess(measured),
    ...findInDatabase(measured),
    ...(measured.isMaintenance
      ? []
      : [
          ...findInWorkers(measured),
          ...findInQueues(measured),
          ...findInStatus(measured),
          ...findInAccounts(measured),
        ]),
  ];
  const rank = ({ kind, level }: Problem) =>
    (level === 'bad' ? 0 : nowProblems.length) + nowProblems.indexOf(kind);
  return found.sort((a, b) => rank(a) - rank(b));
}

type Given = Partial<Omit<Problem, 'kind' | 'level' | 'since'>> & { since?: Date | null };

function problem(kind: Problem['kind'], level: Problem['level'], given: Given = {}): Problem {
  const { since = null, count = null, names = [] } = given;
  return { kind, level, since: since?.toISOString() ?? null, count, names };
}

function findInProcess({ failingParts }: Measured): Problem[] {
  return failingParts?.length ? [problem('not_ready', 'bad', { names: failingParts })] : [];
}

function findInWorkers({ at, workers, queues }: Measured): Problem[] {
  if (!workers) return [];
  const { alive, lastHeardAt } = workers;
  const waiting = queues?.reduce((sum, queue) => sum + queue.waiting, 0) ?? null;
  if (alive === 0) return [problem('no_worker', 'bad', { since: lastHeardAt, count: waiting })];
  if (!lastHeardAt || at.getTime() - lastHeardAt.getTime() <= sweepQuietMs) return [];
  return [problem('no_sweep', 'bad', { since: lastHeardAt })];
}

function findInQueues({ at, queues, mails }: Measured): Problem[] {
  const late = (queues ?? []).flatMap(({ name, waiting, oldestSeconds, limitSeconds }) => {
    if (oldestSeconds === null || oldestSeconds < limitSeconds * lateFactor) return [];
    // Mail that waits is told by what it means.
    if (name === 'send-mail' && mails && mails.held > 0) return [];
    const level = oldestSeconds < limitSeconds * feltFactor ? ('warn' as const) : ('bad' as const);
    const since = new Date(at.getTime() - oldestSeconds * 1000);
    return [problem('queue_late', level, { since, count: waiting, names: [name] })];
  });
  if (!mails || mails.held === 0) return late;
  return [...late, problem('mail_held', 'bad', { since: mails.since, count: mails.held })];
}

function findInStatus({ status }: Measured): Problem[] {
  if (!status) return [];
  if (status.isStale) return [problem('not_measured', 'warn', { since: status.measuredAt })];
  return status.disturbed
    .filter(({ part }) => !toldOtherwise.includes(part))
    .map(({ part, since }) =>
      problem('part_disturbed', part === 'website' || part === 'api' ? 'bad' : 'warn', {
        since,
        names: [part],
      }),
    );
}

function findInAccounts({ accounts: figures }: Measured): Problem[] {
  if (!figures) return [];
  const { accounts, late, away, awaySince, lost, connections, callbacksFailed } = figures;
  const isMany = (count: number, of: number, least: number) => count >= Math.max(least, of * fewShare);
  return [
    ...(late > 0 ? [problem('checks_late', 'bad', { count: late })] : []),
    ...(isMany(lost, connections, leastLost) ? [problem('connections_lost', 'bad', { count: lost })] : []),
    ...(callbacksFailed > 0 ? [problem('callbacks_failed', 'warn', { count: callbacksFailed })] : []),
    ...(isMany(away, accounts, 1)
      ? [problem('smartsheet_away', 'warn', { since: awaySince, count: away })]
      : []),
  ];
}

function findInDatabase({ database }: Measured): Problem[] {
  if (!database) return [];
  const { taken, isArchived, archivedAt, archiveFailedAt, receiptGaps } = database;
  const fails =
    isArchived && archiveFailedAt !== null && (archivedAt === null || archiveFailedAt > archivedAt);
  return [
    ...(fails ? [problem('log_not_archived', 'bad', { since: archivedAt ?? archiveFailedAt })] : []),
    ...(receiptGaps > 0 ? [problem('receipts_missing', 'warn', { count: receiptGaps })] : []),
    ...(taken >= fullPercent ? [problem('database_full', 'warn', { count: taken })] : []),
  ];
}
