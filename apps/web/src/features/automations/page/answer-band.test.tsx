import type { Automation, AutomationChange, Run } from '@picksync/contracts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAutomation, run } from '../../../testing/automation-page.ts';
import { automation, stopped } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { describeLastAnswer } from './describe-last-answer.ts';

const answeredAt = '2026-11-21T10:46:00.000Z';
const writtenAt = '2026-11-21T10:47:00.000Z';
const now = new Date('2026-11-21T10:48:00.000Z');

const answer = (
  given: 'approved' | 'kept',
  { at = answeredAt, ...change }: Partial<AutomationChange> = {},
): AutomationChange => ({
  id: '0198f5a0-0000-7000-8000-000000000081',
  at,
  subject: 'review',
  before: null,
  after: { kind: 'answer', answer: given, added: 4, removed: 31 },
  keyName: null,
  undo: 'never',
  ...change,
});
const runOf = (given: Partial<Run>) => run({ at: writtenAt, trigger: 'review_approved', ...given });

type Given = { change?: AutomationChange; runs?: readonly Run[]; of?: Automation };
const describe = ({ change = answer('approved'), runs = [], of = automation() }: Given) =>
  describeLastAnswer(of, { changes: [change], runs, openedAt: now, now });

test.each<[string, Given, string, RegExp]>([
  [
    'written',
    { runs: [runOf({ outcome: 'changed', added: 4, removed: 31 })] },
    'Review approved by you. 31 options removed, 4 added.',
    /^Written at .* exactly as you saw it\. From now on the dropdown follows its source again\.$/,
  ],
  [
    'written, and a later run found nothing to do',
    { runs: [run({ at: '2026-11-21T10:47:30.000Z' }), runOf({ outcome: 'changed', removed: 1 })] },
    'Review approved by you. 1 option removed.',
    /^Written at/,
  ],
  [
    'approved by a program',
    {
      change: answer('approved', { keyName: 'Onboarding script' }),
      runs: [runOf({ outcome: 'changed', rowsDeleted: 3 })],
    },
    'Review approved by API key “Onboarding script”. 3 rows deleted from the source.',
    /^Written at/,
  ],
  [
    'kept',
    { change: answer('kept'), runs: [runOf({ trigger: 'review_kept', outcome: 'changed', added: 4 })] },
    'Kept by you. 4 options added, none removed.',
    /^Written at .*\. You are asked again when the sheets change\.$/,
  ],
  [
    'kept, while the source has lost something else',
    {
      change: answer('kept'),
      runs: [runOf({ trigger: 'review_kept', outcome: 'changed', added: 1, removed: 1 })],
    },
    'Kept by you. 1 option removed, 1 added.',
    /^Written at/,
  ],
  [
    'kept, with nothing to add',
    { change: answer('kept'), runs: [runOf({ trigger: 'review_kept' })] },
    'Kept by you. The dropdown stays as it is.',
    /^You are asked again/,
  ],
  [
    'that only changed names of contacts',
    {
      of: automation({ fillsContacts: true }),
      runs: [runOf({ outcome: 'changed', renamed: 2 })],
    },
    'Review approved by you. 2 names changed.',
    /From now on the list of contacts follows its source again\.$/,
  ],
  [
    'outdated',
    { runs: [runOf({ outcome: 'waiting_review' })] },
    'Review expired, the sheets have changed. A new one is ready.',
    /^Review approved by you, and nothing was written at /,
  ],
  [
    'failed',
    { runs: [runOf({ outcome: 'failed' })] },
    'Review approved by you, and not written yet.',
    /failed before it could write\. It is tried again\.$/,
  ],
  [
    'under way',
    { of: automation({ syncState: 'running' }) },
    'Review approved by you.',
    /^Both sheets are read again first\. Then exactly what you saw is written, or you are asked again\.$/,
  ],
])('an answer that is %s is told with who, when and what happens next', (_, given, title, detail) => {
  const text = describe(given);
  expect(text?.title).toBe(title);
  expect(text?.detail).toMatch(detail);
});

test('an answer of long ago is not told, and one that was given while the page is open stays', () => {
  const runs = [runOf({ outcome: 'changed', removed: 1 })];
  const long = answer('approved', { at: '2026-11-21T09:40:00.000Z' });
  expect(describe({ change: long, runs })).toBeNull();
  const told = { changes: [answer('approved')], runs, openedAt: now };
  const later = new Date('2026-11-23T10:00:00.000Z');
  expect(describeLastAnswer(automation(), { ...told, now: later })?.title).toMatch(/^Review approved/);
  expect(describeLastAnswer(automation(), { ...told, openedAt: later, now: later })).toBeNull();
});

test('an answer is not told any more when somebody has changed the settings since', () => {
  const runs = [runOf({ outcome: 'changed', removed: 1 })];
  const edit = { ...answer('approved', { at: '2026-11-21T10:47:30.000Z', subject: 'drift' }) };
  const after = { kind: 'value', value: 'keep' } as const;
  const changes = [{ ...edit, after }, answer('approved')];
  expect(describeLastAnswer(automation(), { changes, runs, openedAt: now, now })).toBeNull();
});

test('the run of an answer before is not taken for that of the newest', () => {
  const before = run({ at: '2026-11-21T10:45:00.000Z', trigger: 'review_approved', outcome: 'changed' });
  expect(describe({ runs: [before] })).toBeNull();
});

test('the page says what became of a review that was just answered, below what needs the user', async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  openAutomation({
    automation: stopped(),
    changes: [answer('approved', { at })],
    runs: [run({ at: new Date().toISOString(), trigger: 'review_approved', outcome: 'waiting_review' })],
  });
  const band = await screen.findByRole('region', { name: 'Your review' });
  await within(band).findByText('Review expired, the sheets have changed. A new one is ready.');
  const trouble = screen.getByRole('region', { name: 'What needs attention' });
  expect(trouble.compareDocumentPosition(band)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectAccessible();
});

test('the page tells nothing of reviews where none was answered', async () => {
  openAutomation({ runs: [run()] });
  await screen.findByRole('list', { name: 'Runs' });
  expect(screen.queryByRole('region', { name: 'Your review' })).toBeNull();
});
