import type { Automation } from '@picksync/db';
import { SmartsheetError, type SmartsheetErrorFields } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { toFailedResult } from '../runs/run-result.ts';
import {
  countOutcome,
  createPassProgress,
  getGroupId,
  getPassId,
  isHalted,
  recordError,
  toPassEnd,
} from './pass-progress.ts';

const automation = { id: 'a' } as Automation;
const error = (fields: Partial<SmartsheetErrorFields> = {}) =>
  new SmartsheetError({ class: 'retry', reason: 'outage', operation: 'sheets.get', ...fields });

/** A pass in which these sheets failed one after another; `null` is an automation that was dealt with. */
function newPass(...sheets: (string | null)[]) {
  const progress = createPassProgress();
  for (const sheetId of sheets) {
    if (sheetId === null) countOutcome(progress, 'unchanged');
    else recordError(progress, { error: error(), automation, sheetId });
  }
  return progress;
}

describe('a pass halts', () => {
  test.each([
    ['after two sheets that fail in a row', true, ['s1', 's2']],
    ['not after one sheet, however many automations use it', false, ['s1', 's1', 's1']],
    ['not when something succeeded in between', false, ['s1', null, 's2']],
  ])('%s', (_when, halted, sheets) => {
    expect(isHalted(newPass(...sheets))).toBe(halted);
  });

  test.each([
    ['a limit', { reason: 'rate_limited' }],
    ['a token that cannot be refreshed', { operation: 'oauth.refresh' }],
    ['a call that we held back ourselves', { heldBackBy: 'token' }],
  ] as const)('at once after %s', (_what, fields) => {
    const progress = createPassProgress();
    recordError(progress, { error: error(fields), automation, sheetId: 's1' });
    expect(isHalted(progress)).toBe(true);
    expect(toPassEnd(progress)).toMatchObject({ failing: [], isOutageLikely: false });
  });
});

test('an outage is likely when nothing succeeded or two sheets failed in a row, and not beside successes', () => {
  expect(toPassEnd(newPass('s1')).isOutageLikely).toBe(true);
  expect(toPassEnd(newPass(null, 's1', 's2')).isOutageLikely).toBe(true);
  expect(toPassEnd(newPass('s1', null)).isOutageLikely).toBe(false);
  expect(toPassEnd(newPass(null)).isOutageLikely).toBe(false);
});

test('the longer of two requested pauses is kept', () => {
  const progress = createPassProgress();
  for (const retryAfterMs of [5_000, 60_000, 1_000]) {
    const limited = error({ reason: 'rate_limited', retryAfterMs });
    recordError(progress, { error: limited, automation, sheetId: 's1' });
  }
  expect(toPassEnd(progress).retry?.retryAfterMs).toBe(60_000);
});

test('the entries of a pass are shown as one, and those of a lost destination sheet as another, whatever their sources', () => {
  const progress = createPassProgress();
  const first = { sourceSheetId: '1', sourceColumnId: '11', sheetId: '3' } as Automation;
  const second = { ...first, sourceColumnId: '12' };
  const [locked, gone] = [
    toFailedResult({ reason: 'target_column_locked' }),
    toFailedResult({ reason: 'target_sheet_gone' }),
  ];
  expect(getGroupId(progress, first, locked)).toBe(getPassId(progress, first));
  expect(getGroupId(progress, second, locked)).not.toBe(getPassId(progress, first));
  const lost = getGroupId(progress, first, gone);
  expect(getGroupId(progress, second, gone)).toBe(lost);
  expect([getPassId(progress, first), getPassId(progress, second)]).not.toContain(lost);
  expect(getGroupId(progress, { ...first, sheetId: '4' }, gone)).not.toBe(lost);
});
