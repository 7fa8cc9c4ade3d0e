import type { AutomationChange, ChangeSide } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automationPath, openAutomation } from '../../../testing/automation-page.ts';
import { automation } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { describeChange } from './describe-change.ts';

const value = (of: string | number | boolean | null): ChangeSide => ({ kind: 'value', value: of });
const count = (number: number, ...columns: string[]): ChangeSide => ({
  kind: 'count',
  count: number,
  columns,
});

function change(given: Partial<AutomationChange> = {}): AutomationChange {
  return {
    id: '0198f5a0-0000-7000-8000-000000000071',
    at: '2026-11-21T10:42:00.000Z',
    subject: 'order',
    before: value('source'),
    after: value('ascending'),
    keyName: null,
    undo: 'possible',
    ...given,
  };
}

test.each<[Partial<AutomationChange>, string, string, string]>([
  [{}, 'Order', 'as in the source', 'A to Z'],
  [{ subject: 'mode', before: value('mirror'), after: value('add_only') }, 'Mode', 'Mirror', 'Add only'],
  [{ subject: 'splitValues', before: value(null), after: value(';') }, 'Split cells at', 'nothing', '“;”'],
  [
    { subject: 'graceDays', before: value(0), after: value(1) },
    'Removed options stay',
    'not at all',
    '1 day',
  ],
  [
    { subject: 'filters', before: count(0), after: count(1, 'Phase') },
    'Filters',
    'none',
    '1 filter on Phase',
  ],
  [
    { subject: 'filters', before: count(1, 'Phase'), after: count(1, 'Phase') },
    'Filters',
    '1 filter on Phase',
    '1 filter on Phase, with other texts',
  ],
  [
    { subject: 'labelTemplate', before: count(0), after: count(2, 'Code', 'Title') },
    'Label',
    'none',
    'made of Code, Title',
  ],
  [{ subject: 'pinnedLast', before: count(2), after: count(0) }, 'Pinned last', '2 options', 'none'],
])('a change tells what stood there before and after: %j', (given, label, before, after) => {
  expect(describeChange(change(given), 'option')).toEqual({ label, before, after });
});

test('a change of pins and an answer count contacts where the list holds them', () => {
  const pins = change({ subject: 'pinnedFirst', before: count(0), after: count(1) });
  expect(describeChange(pins, 'contact')).toEqual({
    label: 'Pinned first',
    before: 'none',
    after: '1 contact',
  });
  const answer = change({
    subject: 'review',
    before: null,
    after: { kind: 'answer', answer: 'kept', added: 4, removed: 0 },
  });
  expect(describeChange(answer, 'contact')).toMatchObject({ detail: '4 contacts added, none removed' });
});

test('an answer that kept a change by hand does not say that something was added', () => {
  const kept = change({
    subject: 'review',
    before: null,
    after: { kind: 'answer', answer: 'kept', added: 1, removed: 1, reason: 'drift_found' },
  });
  expect(describeChange(kept, 'option')).toEqual({
    sentence: 'Kept',
    detail: 'The change made by hand stays.',
  });
});

const creation: Partial<AutomationChange> = {
  id: '9',
  subject: 'creation',
  before: null,
  after: {
    kind: 'creation',
    source: { sheetName: 'Clients', columnName: 'Client name' },
    destination: { sheetName: 'Time sheet 2026', columnName: 'Client' },
  },
  undo: 'never',
};

test.each([
  [null, 'Created by you'],
  ['Onboarding script', 'Created by API key “Onboarding script”'],
])('the last line of the history says who has created the automation: %s', async (keyName, text) => {
  openAutomation({ changes: [change(), change({ ...creation, keyName })] });
  const list = await screen.findByRole('list', { name: 'History of changes' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[1]?.textContent).toContain(text);
  const plain = rows[1]?.textContent?.replaceAll(/[\u2066-\u2069]/g, '');
  expect(plain).toContain('Clients · Client name → Time sheet 2026 · Client');
});

type Answer = Extract<AutomationChange['after'], { kind: 'answer' }>;

/** An answer to a review of names. */
function answer({ id, ...given }: { id: string } & Partial<Answer>): AutomationChange {
  const after = { kind: 'answer', answer: 'approved', added: 0, removed: 0, ...given } as const;
  return change({
    id,
    subject: 'review',
    before: null,
    after: { ...after, reason: 'names_changed' },
    undo: 'never',
  });
}

test('the history tells who changed what, and why something cannot be undone', async () => {
  openAutomation({
    changes: [
      change({
        id: '1',
        subject: 'review',
        before: null,
        after: { kind: 'answer', answer: 'approved', added: 4, removed: 31 },
        undo: 'never',
      }),
      answer({ id: '7', answer: 'approved', renamed: 2 }),
      answer({ id: '8', answer: 'approved', renamed: 0, added: 1, removed: 1 }),
      answer({ id: '9', answer: 'approved' }),
      answer({ id: '10', answer: 'kept' }),
      change(),
      change({ id: '3', subject: 'pinnedFirst', before: count(2), after: count(1), undo: 'texts_not_kept' }),
      change({ id: '4', subject: 'state', before: value(true), after: value(false), undo: 'never' }),
      change({ id: '6', subject: 'state', before: value(true), after: value('restore'), undo: 'never' }),
      change({ id: '5', after: value('descending'), keyName: 'Onboarding script', undo: 'later_change' }),
    ],
  });
  const list = await screen.findByRole('list', { name: 'History of changes' });
  const rows = within(list).getAllByRole('listitem');
  const told = [
    'Review approved by you4 options added, 31 removed',
    'Review approved by you2 options renamed',
    'Review approved by youNo option renamed, 1 added, 1 removed',
    'Review approved by youThe names that were ticked',
    'Kept by youThe new names are added, and the old ones stay.',
    'Order: as in the source is now A to Z, by you',
    'Pinned first: 2 options is now 1 option, by youThe texts before are not kept, so it cannot be undone.',
    'Paused by you',
    'Paused by youAn earlier list was restored.',
    'Order: as in the source is now Z to A, by API key “Onboarding script”',
    'Created',
  ];
  expect(rows).toHaveLength(told.length);
  for (const [index, text] of told.entries()) expect(rows[index]?.textContent).toContain(text);
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  await expectAccessible();
});

test('Undo opens the form with what stood there before, and only saving changes it', async () => {
  const { api } = openAutomation({
    automation: automation({ order: 'ascending' }),
    changes: [change()],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Order, back to as in the source' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo a change' });
  const chosen = await within(dialog).findByRole('radio', { name: 'As in the source' });
  expect(chosen).toHaveProperty('checked', true);
  api.handlers[`PATCH ${automationPath}`] = { body: { message: 'Done', configuration: automation() } };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  const sent = () => api.received(`PATCH ${automationPath}`).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ order: 'source' }]));
});

test('a form that was opened to undo closes without a question while nothing was entered', async () => {
  openAutomation({ automation: automation({ order: 'ascending' }), changes: [change()] });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo: Order/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo a change' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
