import { runWarnings } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import { describe, expect, test } from 'vitest';
import { getLastingWarnings, getSeenNames, type RunResult } from './run-result.ts';
import { toRunRecord } from './to-run-record.ts';

const at = new Date('2026-11-21T12:00:00Z');
const earlier = new Date('2026-11-20T12:00:00Z');

const automation = {
  id: 'a',
  sourceSheetName: null,
  sheetName: 'Projects',
  targetColumnName: 'Client',
  lastError: null,
  lastErrorReason: null,
  toldReasons: [] as string[],
  failingSince: null,
  unseenSince: null,
  outageSince: null,
  manualSyncAt: null,
  approvedReview: null,
  keptReview: null,
  dirtyReason: null,
  dirtyAt: null,
  recentRuns: [] as string[],
} as Automation;

const changed: RunResult = {
  outcome: 'changed',
  added: 3,
  removed: 1,
  optionCount: 42,
  warnings: [],
  fingerprint: 'f',
  names: {},
};
const unchanged: RunResult = { ...changed, outcome: 'unchanged', added: 0, removed: 0 };
const failed: RunResult = { outcome: 'failed', reason: 'target_column_locked', figures: {}, names: {} };
const waiting: RunResult = {
  ...changed,
  outcome: 'waiting_review',
  reason: 'wipe_guard',
  figures: { found: 9, allowed: 10 },
  added: 0,
  removed: 9,
  review: { fingerprint: 'f', sourceVersion: 4, targetVersion: 5, outdatedBy: null },
};

const byHand = { manualSyncAt: earlier };
const byHandWithOthers: Partial<Automation> = { ...byHand, dirtyReason: 'check' };

const recorded = (result: RunResult, before: Partial<Automation> = {}, when = at) =>
  toRunRecord({
    due: { automation: { ...automation, ...before } },
    result,
    at: when,
    durationMs: 5,
    calls: 2,
    passId: 'p',
  });

describe('the activity tells', () => {
  test.each([
    [changed, 'Client in Projects: 3 options added, 1 option removed.'],
    [{ ...changed, added: 1200, removed: 0 }, 'Client in Projects: 1,200 options added.'],
    [{ ...changed, removed: 0, added: 1 }, 'Client in Projects: 1 option added.'],
    [{ ...changed, added: 0, removed: 0 }, 'Client in Projects: the options were put in a new order.'],
    [{ ...changed, names: { sheetName: 'Jobs' } }, 'Client in Jobs: 3 options added, 1 option removed.'],
    [
      { ...changed, names: { sheetName: 'לקוחות 2026' } },
      'Client in \u2068לקוחות 2026\u2069: 3 options added, 1 option removed.',
    ],
  ])('every change, as what it was (%#)', (result, details) => {
    expect(recorded(result).activity).toMatchObject({ status: 'success', details });
  });

  test('an unchanged dropdown only to a user who asked, or when it is well again', () => {
    expect(recorded(unchanged).activity).toBeNull();
    expect(recorded(unchanged, byHand).activity).toMatchObject({ action: 'manual_sync', status: 'success' });
    expect(recorded(unchanged, { lastError: 'It was locked.' }).activity).toMatchObject({ status: 'info' });
  });

  test('a failure when it is a new one, or when the user asked', () => {
    const same = { lastErrorReason: 'target_column_locked' };
    expect(recorded(failed).activity).toMatchObject({ status: 'error' });
    expect(recorded(failed, same).activity).toBeNull();
    expect(recorded(failed, { ...same, ...byHand }).activity).not.toBeNull();
    expect(recorded(failed, { lastErrorReason: 'target_symbol' }).activity).not.toBeNull();
  });

  test('a failure and one of ours that take turns once each, until something else comes of it', () => {
    const ours: RunResult = { ...failed, reason: 'bug' };
    const other: RunResult = { ...failed, reason: 'target_symbol' };
    let before: Partial<Automation> = {};
    const tells = (result: RunResult) => {
      const { activity, columns } = recorded(result, before);
      before = columns as Partial<Automation>;
      return activity !== null;
    };
    expect([failed, ours, failed, ours, failed].map(tells)).toEqual([true, true, false, false, false]);
    expect([other, ours, other, failed].map(tells)).toEqual([true, false, false, true]);
    expect([unchanged, ours, failed].map(tells)).toEqual([true, true, true]);
  });

  test('the result of a request for many as a part of the pass: the request is the only sync by hand', () => {
    expect(recorded(changed, byHandWithOthers).activity).toMatchObject({ action: 'update_dropdown' });
    expect(recorded(unchanged, byHandWithOthers).activity).toBeNull();
    expect(recorded(waiting, byHandWithOthers).activity).toMatchObject({
      action: 'update_dropdown',
      status: 'warning',
    });
    expect(recorded(failed, byHandWithOthers).activity).toMatchObject({
      action: 'update_dropdown',
      status: 'error',
    });
    const same = { ...byHandWithOthers, lastErrorReason: 'target_column_locked' };
    expect(recorded(failed, same).activity).toBeNull();
    const failing = { ...byHandWithOthers, lastError: 'It was locked.' };
    expect(recorded(unchanged, failing).activity).toMatchObject({
      action: 'update_dropdown',
      status: 'info',
    });
  });

  test('a sync asked for alone as one by hand, although something else had marked it as well', () => {
    for (const dirtyReason of ['settings', 'change', null]) {
      const marked = { ...byHand, dirtyReason };
      expect(recorded(unchanged, marked).activity).toMatchObject({ action: 'manual_sync' });
    }
  });

  test('a run of a request for many as asked for by the user', () => {
    expect(recorded(changed, byHandWithOthers).run).toMatchObject({ trigger: 'user' });
  });

  test('a sync asked for by hand as one, whatever came of it', () => {
    expect(recorded(changed).activity).toMatchObject({ action: 'update_dropdown' });
    expect(recorded(changed, byHand).activity).toMatchObject({ action: 'manual_sync', status: 'success' });
    expect(recorded(unchanged, byHand).activity).toMatchObject({ action: 'manual_sync' });
    expect(recorded(waiting, byHand).activity).toMatchObject({ action: 'manual_sync', status: 'warning' });
    expect(recorded(failed, byHand).activity).toMatchObject({ action: 'manual_sync', status: 'error' });
  });

  test.each(['type_changed', 'validation_lost'] as const)(
    'a written dropdown with %s as a warning, with what to do',
    (warning) => {
      const { activity } = recorded({ ...changed, warnings: [warning] });
      expect(activity).toMatchObject({ status: 'warning' });
      expect(activity?.details).toContain(runWarnings[warning]);
    },
  );

  test('a review once, as a warning', () => {
    expect(recorded(waiting).activity).toMatchObject({ status: 'warning', removed: 9 });
    expect(recorded(waiting, { lastErrorReason: 'wipe_guard' }).activity).toBeNull();
  });
});

test.each([
  ['asked for by hand', { ...byHand, dirtyReason: 'change' }, 'user'],
  ['after an answer to a review', { ...byHand, approvedReview: 'f', dirtyReason: 'settings' }, 'settings'],
  ['that something else asked for', { dirtyReason: 'change' }, 'change'],
  ['of a new automation', { dirtyReason: 'creation' }, 'creation'],
  ['of a mark without a reason', {}, 'check'],
  ['of a mark with a word of a newer version', { dirtyReason: 'later' }, 'check'],
])('a run %s is recorded with its trigger', (_what, before, trigger) => {
  expect(recorded(changed, before).run).toMatchObject({ trigger, passId: 'p' });
});

test('a run that wrote what Smartsheet told of says how long that took', () => {
  const dirtyAt = new Date(at.getTime() - 1_500);
  const told = { dirtyAt, dirtyReason: 'change' };
  expect(recorded(changed, told).run?.delayMs).toBe(1_500);
  const others = [
    recorded(unchanged, { ...told, lastError: 'locked' }),
    recorded(changed, { ...told, dirtyReason: 'check' }),
    recorded(changed, { ...told, ...byHand }),
    recorded(changed, { ...told, outageSince: earlier }),
  ];
  expect(others.map(({ run }) => run?.delayMs)).toEqual([null, null, null, null]);
});

test('a run that ends with the automation pausing itself says so, whoever had asked for it', () => {
  const contested: RunResult = { outcome: 'failed', reason: 'target_contested', figures: {}, names: {} };
  expect(recorded(contested, byHand).run?.trigger).toBe('pause');
});

test('a plan that lacks settings is one run, and another one only when somebody asks', () => {
  const lacks: RunResult = { outcome: 'failed', reason: 'plan_lacks_settings', figures: {}, names: {} };
  const same = { lastErrorReason: 'plan_lacks_settings' };
  const ran = ({ run }: { run: object | null }) => run !== null;
  expect([recorded(lacks), recorded(lacks, same), recorded(lacks, { ...same, ...byHand })].map(ran)).toEqual([
    true,
    false,
    true,
  ]);
  expect(ran(recorded(failed, { lastErrorReason: 'target_column_locked' }))).toBe(true);
});

test('the tenth sweep in a row that finds nothing to do is no entry in the list of runs', () => {
  const nine = { recentRuns: Array.from({ length: 9 }, () => 'unchanged') };
  const isListed = (result: RunResult, before: Partial<Automation>) => recorded(result, before).run !== null;
  expect(isListed(unchanged, { recentRuns: nine.recentRuns.slice(1) })).toBe(true);
  expect(isListed(unchanged, { recentRuns: ['changed', ...nine.recentRuns] })).toBe(true);
  expect(isListed(unchanged, nine)).toBe(false);
  expect(recorded(unchanged, nine).columns).toMatchObject({ lastRunAt: at, lastRunOutcome: 'unchanged' });
  // What somebody asked for, or an edit has caused, is always listed.
  expect(isListed(unchanged, { ...nine, ...byHand })).toBe(true);
  expect(isListed(unchanged, { ...nine, dirtyReason: 'change' })).toBe(true);
  expect(isListed(changed, nine)).toBe(true);
});

test('a run that ends an outage is listed after many that found nothing: its entry in the activity depends on it', () => {
  const before = { recentRuns: Array(9).fill('unchanged'), lastError: 'Smartsheet answers with errors.' };
  expect(recorded(unchanged, before)).toMatchObject({
    run: { outcome: 'unchanged' },
    activity: { status: 'info' },
  });
});

test('a run is recorded with the rows that it added and deleted, or would delete, and with why it did not write', () => {
  const rows = { added: 2, deleted: 1, underWay: null };
  const none = { rowsAdded: 0, rowsDeleted: 0, details: null };
  expect(recorded(changed).run).toMatchObject(none);
  expect(recorded({ ...changed, rows }).run).toMatchObject({ rowsAdded: 2, rowsDeleted: 1, details: null });
  const { review } = waiting as Extract<RunResult, { outcome: 'waiting_review' }>;
  const deleting = { ...waiting, review: { ...review, sourceRows: 3 } } as RunResult;
  expect(recorded(deleting).run).toMatchObject({ rowsAdded: 0, rowsDeleted: 3 });
  // Also of a review or a failure that is no news, and is not entered in the activity again.
  const again = recorded(waiting, { lastErrorReason: 'wipe_guard' });
  expect(again.run?.details).toMatch(/would remove 9 of 10 options/);
  expect(recorded(failed).run?.details).toMatch(/^The target column is locked\./);
});

test('the names of sheets and columns are recorded as they were seen, with where Smartsheet shows the sheets', () => {
  const permalink = 'https://app.smartsheet.com/sheets/clients';
  const source = { name: 'Clients', permalink, columns: new Map([['1', { title: 'Client name' }]]) };
  const names = getSeenNames({ sourceColumnId: '1', targetColumnId: '2' }, { source });
  expect(names).toEqual({
    sourceSheetName: 'Clients',
    sourceSheetPermalink: permalink,
    sourceColumnName: 'Client name',
  });
  const { columns } = recorded({ ...changed, names: { sheetName: 'Jobs', sheetPermalink: null } });
  expect(columns).toMatchObject({ sheetName: 'Jobs', sheetPermalink: null });
});

describe('the automation', () => {
  test('has no error and no review any more once it is in step', () => {
    for (const result of [changed, unchanged]) {
      expect(recorded(result).columns).toMatchObject({
        lastUpdated: at,
        lastError: null,
        lastErrorReason: null,
        failingSince: null,
        review: null,
        targetFingerprint: 'f',
        lastRunOptionCount: 42,
      });
    }
  });

  test('keeps since when it fails, and says what to do', () => {
    expect(recorded(failed).columns).toMatchObject({
      failingSince: at,
      lastErrorReason: 'target_column_locked',
    });
    expect(recorded(failed).columns.lastError).toMatch(/^The target column is locked\./);
    const before = { failingSince: earlier, lastErrorReason: 'target_symbol' };
    expect(recorded(failed, before).columns).toMatchObject({ failingSince: earlier });
    expect(recorded(failed).columns).not.toHaveProperty('lastUpdated');
  });

  const hours = (count: number) => new Date(earlier.getTime() + count * 60 * 60_000);
  const ours: RunResult = { outcome: 'failed', reason: 'bug', figures: {}, names: {} };
  const getTimes = ({ columns: { failingSince, unseenSince } }: ReturnType<typeof toRunRecord>) => ({
    failingSince: failingSince as Date | null,
    unseenSince: unseenSince as Date | null,
  });

  test.each<[string, RunResult]>([
    ['an error of ours', ours],
    ['a plan without its settings', { ...ours, reason: 'plan_lacks_settings' } as RunResult],
  ])('begins to fail where it fails after %s', (_what, hidden) => {
    const before = getTimes(recorded(hidden, {}, earlier));
    expect(before).toEqual({ failingSince: earlier, unseenSince: earlier });
    expect(getTimes(recorded(failed, before))).toEqual({ failingSince: at, unseenSince: null });
  });

  test('has failed for as long as its failure was seen where that takes turns with an error of ours', () => {
    let times = getTimes(recorded(failed, {}, earlier));
    for (let hour = 1; hour < 144; hour += 1) {
      const result: RunResult = hour % 2 === 0 ? failed : ours;
      times = getTimes(recorded(result, times, hours(hour)));
      if (result === ours) expect(times.unseenSince).toEqual(hours(hour));
    }
    // The last one, 143 hours after the first, was ours.
    const { failingSince } = getTimes(recorded(failed, times, hours(144)));
    expect(hours(144).getTime() - Number(failingSince)).toBe(hours(72).getTime() - earlier.getTime());
  });

  test('goes on failing after an outage of its sheet, without the time of the outage', () => {
    const before = { failingSince: earlier, outageSince: hours(5), lastErrorReason: 'sheet_outage' };
    expect(getTimes(recorded(failed, before))).toEqual({ failingSince: hours(19), unseenSince: null });
    const hidden = getTimes(recorded(ours, before));
    expect(hidden).toEqual({ failingSince: earlier, unseenSince: hours(5) });
  });

  test('says how much would go while it waits for a review, and is not failing', () => {
    const { columns } = recorded(waiting, { failingSince: earlier });
    expect(columns.lastError).toMatch(/would remove 9 of 10 options/);
    expect(columns).toMatchObject({
      failingSince: null,
      review: { added: 0, removed: 9, fingerprint: 'f', sourceVersion: 4, targetVersion: 5 },
    });
  });
});

test('a column that no longer restricts its values is told until it does again, and nothing else is kept', () => {
  const lastRunWarnings = ['near_option_limit', 'validation_lost'];
  expect(getLastingWarnings({ lastRunWarnings }, { validation: false })).toEqual(['validation_lost']);
  expect(getLastingWarnings({ lastRunWarnings }, { validation: true })).toEqual([]);
  expect(getLastingWarnings({ lastRunWarnings: [] }, { validation: false })).toEqual([]);
});
