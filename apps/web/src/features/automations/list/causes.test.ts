import type { FailureReason } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation, stopped } from '../../../testing/automations.ts';
import { findCauses } from './causes.ts';
import { describeCause } from './describe-cause.ts';

let made = 0;
function one(given: Parameters<typeof automation>[0] = {}) {
  made += 1;
  return automation({ id: `a${made}`, ...given });
}
const plantD = {
  sheetId: '900',
  sheetName: 'Plant D',
  lastFailure: 'target_sheet_gone',
  lastError: 'Gone.',
} as const;
const since = { failingSince: '2026-11-23T09:57:00.000Z', pausesAt: '2026-11-26T09:57:00.000Z' };
const now = new Date('2026-11-23T10:42:00.000Z');

test('automations of one deleted sheet have one cause, and one alone has none', () => {
  const automations = [one({ ...plantD, ...since }), one(plantD), one(), one({ ...plantD, sheetId: '901' })];
  const causes = findCauses(automations);
  expect(causes.map(({ key, automations: of }) => [key, of.length])).toEqual([['target_sheet_gone:900', 2]]);
  const [cause] = causes;
  expect(cause && describeCause(cause, now)).toMatchObject({
    title: expect.stringMatching(
      /^.?Plant D.? was deleted in Smartsheet or is no longer shared with you\. 2 automations filled its columns\.$/,
    ),
    remedies: ['move', 'delete'],
    since: since.failingSince,
    pausesAt: since.pausesAt,
  });
});

test('failures come before what passes by itself, and reviews are decided one by one', () => {
  const waiting = { reason: 'rate_limited', message: 'Limited.', nextTryAt: '2026-11-23T10:46:00Z' } as const;
  const gone = { lastFailure: 'source_column_gone', lastError: 'Gone.' } as const;
  const causes = findCauses([
    ...[1, 2, 3].map(() => one({ waiting, syncState: 'queued' })),
    one(gone),
    one(gone),
    { ...stopped(), id: 'r1' },
    { ...stopped(), id: 'r2' },
    one({ isActive: false, pausedBy: 'plan' }),
    one({ isActive: false, pausedBy: 'plan' }),
  ]);
  expect(causes.map(({ kind, automations }) => [kind, automations.length])).toEqual([
    ['failure', 2],
    ['waiting', 3],
    ['plan', 2],
  ]);
  expect(causes.map((cause) => describeCause(cause, now).text)).toEqual([
    null,
    expect.stringMatching(/^Limited\. Next try at /),
    'It covered fewer automations than you had. Activate them once your plan has room.',
  ]);
});

test('a reason without words of its own is told as it stands', () => {
  const contested = {
    lastFailure: 'target_contested',
    lastError: 'Something else keeps changing it.',
  } as const;
  const [cause] = findCauses([one(contested), one(contested)]);
  expect(cause && describeCause(cause, now)).toMatchObject({
    title: '2 automations stopped for the same reason.',
    text: contested.lastError,
    remedies: [],
  });
});

test('automations whose source is gone get another one together', () => {
  const listRemedies = (lastFailure: FailureReason) => {
    const failing = { lastFailure, lastError: 'Gone.' };
    const [cause] = findCauses([one(failing), one(failing)]);
    return cause && describeCause(cause, now).remedies;
  };
  expect(listRemedies('source_sheet_gone')).toEqual(['move-source', 'delete']);
  expect(listRemedies('report_gone')).toEqual(['move-source', 'delete']);
  expect(listRemedies('source_column_gone')).toEqual(['move-column', 'open-sheet', 'delete']);
  expect(listRemedies('source_no_right')).toEqual(['open-sheet', 'move-source']);
});
