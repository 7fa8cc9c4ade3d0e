import { expect, test } from 'vitest';
import { findProblems, type Measured } from './find-problems.ts';

const at = new Date('2026-11-27T14:33:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

const accounts = {
  accounts: 1000,
  longestSeconds: 700,
  late: 0,
  away: 0,
  awaySince: null,
  lost: 0,
  connections: 1100,
  callbacksFailed: 0,
};
const database = { taken: 20, isArchived: true, archivedAt: ago(1), archiveFailedAt: null, receiptGaps: 0 };
const queue = (name: string, oldestSeconds: number | null) => ({
  name,
  waiting: oldestSeconds === null ? 0 : 12,
  oldestSeconds,
  limitSeconds: 60,
});
const well: Measured = {
  at,
  isMaintenance: false,
  failingParts: [],
  workers: { alive: 3, lastHeardAt: ago(1) },
  queues: [queue('export-data', 2), queue('send-mail', null)],
  mails: { held: 0, since: null },
  status: { measuredAt: ago(0.5), isStale: false, disturbed: [] },
  accounts,
  database,
};
const kinds = (measured: Partial<Measured>) =>
  findProblems({ ...well, ...measured }).map(({ kind, level }) => `${kind} ${level}`);

test('an installation that runs has no problem, and what could not be read is none either', () => {
  expect(kinds({})).toEqual([]);
  const unread = { failingParts: null, workers: null, queues: null, mails: null, status: null };
  expect(kinds({ ...unread, accounts: null, database: null })).toEqual([]);
});

test('without a worker everything waits, and nothing is said of a sweep', () => {
  const [problem] = findProblems({ ...well, workers: { alive: 0, lastHeardAt: ago(31) } });
  expect(problem).toEqual({
    kind: 'no_worker',
    level: 'bad',
    since: ago(31).toISOString(),
    count: 12,
    names: [],
  });
  expect(kinds({ workers: { alive: 1, lastHeardAt: ago(6) } })).toEqual(['no_sweep bad']);
  expect(kinds({ workers: { alive: 1, lastHeardAt: null } })).toEqual([]);
});

test.each([
  [239, []],
  [240, ['queue_late warn']],
  [1200, ['queue_late bad']],
])('a queue whose oldest job waits %i s is told as %j', (seconds, expected) => {
  expect(kinds({ queues: [queue('export-data', seconds)] })).toEqual(expected);
});

test('mail that waits is told once, by how many mails there are', () => {
  const measured = { queues: [queue('send-mail', 1200)], mails: { held: 86, since: ago(20) } };
  expect(findProblems({ ...well, ...measured })).toEqual([
    { kind: 'mail_held', level: 'bad', since: ago(20).toISOString(), count: 86, names: [] },
  ]);
});

test('a part of the status page is told unless the page has a better sentence for it', () => {
  const disturbed = (['website', 'realtime', 'checks', 'mail'] as const).map((part) => ({
    part,
    since: ago(9),
  }));
  const found = findProblems({ ...well, status: { measuredAt: at, isStale: false, disturbed } });
  expect(found.map(({ names, level }) => [...names, level])).toEqual([
    ['website', 'bad'],
    ['realtime', 'warn'],
  ]);
  expect(kinds({ status: { measuredAt: ago(6), isStale: true, disturbed } })).toEqual(['not_measured warn']);
});

test.each([
  [{ late: 1 }, ['checks_late bad']],
  [{ lost: 10 }, []],
  [{ lost: 11 }, ['connections_lost bad']],
  [{ lost: 4, connections: 20 }, []],
  [{ lost: 5, connections: 20 }, ['connections_lost bad']],
  [{ callbacksFailed: 1 }, ['callbacks_failed warn']],
  [{ away: 9 }, []],
  [{ away: 10 }, ['smartsheet_away warn']],
  [{ away: 1, accounts: 3 }, ['smartsheet_away warn']],
  [{ away: 0, accounts: 0 }, []],
])('accounts with %j are told as %j', (figures, expected) => {
  expect(kinds({ accounts: { ...accounts, ...figures } })).toEqual(expected);
});

test.each([
  [{ archiveFailedAt: ago(2) }, []],
  [{ archiveFailedAt: ago(0.5) }, ['log_not_archived bad']],
  [{ archivedAt: null, archiveFailedAt: ago(2) }, ['log_not_archived bad']],
  [{ isArchived: false, archiveFailedAt: ago(0.5) }, []],
  [{ receiptGaps: 1 }, ['receipts_missing warn']],
  [{ taken: 80 }, ['database_full warn']],
])('a database with %j is told as %j', (figures, expected) => {
  expect(kinds({ database: { ...database, ...figures } })).toEqual(expected);
});

test('during an update only what it does not explain is told', () => {
  const measured = {
    workers: { alive: 0, lastHeardAt: ago(31) },
    queues: [queue('export-data', 3600)],
    failingParts: ['locks'],
    accounts: { ...accounts, late: 900 },
  };
  expect(kinds({ ...measured, isMaintenance: true })).toEqual(['not_ready bad']);
});

test('the worst comes first', () => {
  const measured = {
    accounts: { ...accounts, late: 3, away: 50 },
    database: { ...database, taken: 95 },
    queues: [queue('export-data', 300), queue('tidy', 3600)],
  };
  expect(kinds(measured)).toEqual([
    'checks_late bad',
    'queue_late bad',
    'queue_late warn',
    'database_full warn',
    'smartsheet_away warn',
  ]);
});
