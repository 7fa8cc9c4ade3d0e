import { expect, test } from 'vitest';
import { automation, stopped } from '../../../testing/automations.ts';
import { listNotes } from './automation-notes.tsx';
import { findNextStep } from './next-step.ts';

const broken = { lastError: 'The column is gone.', lastFailure: 'target_column_gone' } as const;

const waiting = {
  reason: 'rate_limited',
  message: 'Smartsheet is limiting requests for your account.',
  nextTryAt: '2026-03-01T10:42:00',
} as const;

const before = new Date('2026-03-01T10:41:00');

test('a line says first what the user can end, and then the limit of calls with the next try', () => {
  const [first, second] = listNotes(automation({ ...broken, syncState: 'queued', waiting }), before);
  expect(first).toEqual({ tone: 'bad', text: 'The column is gone.' });
  expect(second?.text).toMatch(
    /^Smartsheet is limiting requests for your account\. Next try at 10:42\sAM\.$/,
  );
});

test('an outage is said before the error that it may be the cause of', () => {
  const outage = { ...waiting, reason: 'provider_outage', message: 'Smartsheet cannot be reached.' } as const;
  const notes = listNotes(automation({ ...broken, syncState: 'queued', waiting: outage }), before);
  expect(notes.map(({ text }) => text.slice(0, 10))).toEqual(['Smartsheet', 'The column']);
});

test('a next try whose time has come is not told', () => {
  const [note] = listNotes(automation({ syncState: 'queued', waiting }), new Date(waiting.nextTryAt));
  expect(note?.text).toBe('Smartsheet is limiting requests for your account.');
});

test('a sync that Smartsheet does not answer says so with the time', () => {
  const [note] = listNotes(automation({ syncState: 'running', slowSince: '2026-03-01T10:42:00' }), before);
  expect(note?.text).toMatch(/^Smartsheet has been slow to answer since 10:42\sAM\. /);
});

test('says nothing while all is well', () => {
  expect(listNotes(automation(), before)).toEqual([]);
  expect(findNextStep(automation())).toBeNull();
});

test('says first what is wrong, then what the last run met', () => {
  const { lastRun } = automation();
  const warnings = ['duplicates_dropped'] as const;
  const notes = listNotes(
    automation({ ...broken, lastRun: lastRun && { ...lastRun, warnings: [...warnings] } }),
    before,
  );
  expect(notes).toEqual([
    { tone: 'bad', text: 'The column is gone.' },
    { tone: 'neutral', text: 'The source has repeated values. The list can hold each only once.' },
  ]);
});

test.each([
  ['wipe_guard', 'maxRemovalPercent'],
  ['source_sheet_gone', 'sourceSheet'],
  ['source_column_gone', 'sourceColumn'],
  ['target_sheet_gone', 'targetSheet'],
  ['target_column_locked', 'targetColumn'],
] as const)('a sync that ended with %s leads to the field %s', (lastFailure, field) => {
  expect(findNextStep(stopped({ lastFailure }))?.field).toBe(field);
});

test.each(['source_empty', 'plan_without_api', 'bug'] as const)(
  'a sync that ended with %s cannot be fixed in the form',
  (lastFailure) => {
    expect(findNextStep(stopped({ lastFailure }))).toBeNull();
  },
);
