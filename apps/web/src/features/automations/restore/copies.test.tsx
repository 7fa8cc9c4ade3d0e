import type { Automation, Preview, Run } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  automationPath,
  copyId,
  openAutomation,
  restoreState,
  run,
  runCopy,
} from '../../../testing/automation-page.ts';
import { automation } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { preview, toList } from '../../../testing/previews.ts';

const { id } = automation();
const followCall = `POST ${automationPath}/follow`;
const editCall = `PATCH ${automationPath}`;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const done = (configuration: Automation) => ({ body: { message: 'Done', configuration } });

const wrote = (given: Partial<Run>) => run({ outcome: 'changed', trigger: 'change', removed: 2, ...given });
const other = (number: number) => `0198f5a0-0000-7000-8000-00000000005${number}`;

test('each run says which list was kept before it, and why one cannot be restored', async () => {
  openAutomation({
    automation: automation({ keepCopies: true, copyCount: 2 }),
    runs: [
      wrote({ id: '1', copy: runCopy() }),
      wrote({ id: '2', removed: 0, added: 1, trigger: 'user' }),
      wrote({ id: '3', copy: runCopy({ id: other(3), state: 'gone' }) }),
      wrote({ id: '4', copy: runCopy({ id: other(4), state: 'changed' }) }),
      wrote({ id: '5' }),
    ],
  });
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(screen.getByText('2 copies in Time sheet 2026')).toBeTruthy();
  const rows = within(table).getAllByRole('row').slice(1);
  const said = [
    '46 options',
    'Nothing was removed',
    'Copy deleted in Smartsheet',
    'Copy changed in Smartsheet',
    'No copy was kept',
  ];
  for (const [index, text] of said.entries()) expect(rows[index]?.textContent).toContain(text);
  const links = within(table).getAllByRole('link', { name: /^Restore this list/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/automations/${id}/restore/${copyId}`]);
  expect(within(rows[3] as HTMLElement).getByRole('link', { name: /^Open the sheet/ })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'No copies are kept' })).toBeNull();
  await expectAccessible();
});

test('a list that was put back is said to be restored until the dropdown is written again', async () => {
  const before = wrote({ id: '2', copy: runCopy({ restoredAt: '2026-11-21T10:59:00.000Z' }) });
  const restored = wrote({
    id: '1',
    at: '2026-11-21T10:59:01.000Z',
    trigger: 'restore',
    restoredBefore: before.at,
    added: 6,
    copy: runCopy({ id: other(1), optionCount: 42 }),
  });
  openAutomation({ automation: automation({ keepCopies: true }), runs: [restored, before] });
  const table = await screen.findByRole('table', { name: 'Runs' });
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('Restored by you');
  expect(first?.textContent).toContain('42 options');
  expect(within(first as HTMLElement).getByRole('link', { name: /^Restore this list/ })).toBeTruthy();
  expect(within(second as HTMLElement).getByRole('link', { name: /^Restored/ })).toBeTruthy();
});

test('an automation that removes options without copies leads to the setting', async () => {
  const { address } = openAutomation({ runs: [wrote({})] });
  const none = await screen.findByRole('region', { name: 'No copies are kept' });
  expect(screen.queryByText('List before this run')).toBeNull();
  expect(none.textContent).toContain('each run that removes options can be undone');
  await press('Keep copies');
  expect(address()).toBe(`/automations/${id}?dialog=edit&field=keepCopies`);
  await screen.findByRole('checkbox', { name: /^Keep a copy of the list/ });
});

test('removals that wait for a copy say so, are tried again, and go on without copies', async () => {
  const waiting = automation({
    keepCopies: true,
    lastFailure: 'copy_no_right',
    lastError:
      'The copy could not be saved, so 6 options wait to be removed. Ask for the right to attach files to the sheet and try again, or turn copies off.',
    lastRun: {
      at: '2026-11-21T10:42:00.000Z',
      outcome: 'changed',
      added: 2,
      removed: 0,
      optionCount: 48,
      warnings: [],
    },
  });
  const { api } = openAutomation({ automation: waiting });
  const card = await screen.findByRole('region', { name: 'What needs attention' });
  expect(card.textContent).toContain('Removals wait');
  expect(card.textContent).toContain('so 6 options wait to be removed.');
  expect(card.textContent).toContain('2 options were added.');
  await expectAccessible();
  api.handlers[`POST ${automationPath}/sync`] = done(waiting);
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(api.received(`POST ${automationPath}/sync`)).toHaveLength(1));
  api.handlers[editCall] = done(automation());
  await userEvent.click(within(card).getByRole('button', { name: 'Turn copies off' }));
  await press('Turn off');
  await waitFor(() => expect(api.received(editCall)[0]?.body).toEqual({ keepCopies: false }));
});

const resting = automation({
  isActive: false,
  pausedBy: 'restore',
  keepCopies: true,
  restore: restoreState({ state: 'done', endedAt: '2026-11-21T10:59:02.000Z', added: 6, removed: 2 }),
});
const wins = preview({
  removed: toList('A', 'B', 'C', 'D', 'E', 'F'),
  added: toList('G', 'H'),
  optionCount: 46,
  fingerprint: 'seen',
});
const openResting = (shown: Preview, given: Partial<Automation> = {}) =>
  openAutomation({ automation: { ...resting, ...given }, preview: shown, runs: [wrote({})] });

test('an automation that rests after a restore says so, and activating offers to keep what came back', async () => {
  const { api } = openResting(wins);
  await screen.findByText('Paused after a restore');
  await screen.findByText(/^The list before .* was restored by you at .* It does not follow Clients now\.$/);
  expect(screen.getByRole('link', { name: /^Open the source: Clients/ }).getAttribute('href')).toBe(
    resting.sourceSheetPermalink,
  );
  await press('Activate');
  const dialog = await screen.findByRole('dialog', { name: 'Activate: the source would win again' });
  expect(dialog.textContent).toContain(
    'Clients still lacks the 6 names that came back, and has 2 that went.',
  );
  expect(dialog.textContent).toContain('Removes 6 options again and adds 2.');
  await expectAccessible();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Follow it, and keep these' }));
  api.handlers[followCall] = done(automation());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
  await waitFor(() =>
    expect(api.received(followCall)[0]?.body).toEqual({ fingerprint: 'seen', keepsRemoved: true }),
  );
  await screen.findByText('Automation activated');
  expect(api.received(editCall)).toHaveLength(0);
});

test('activating where the source has all names again asks nothing', async () => {
  const { api } = openResting(preview({ verdict: 'unchanged', added: toList(), optionCount: 46 }));
  await press('Activate');
  const dialog = await screen.findByRole('dialog', { name: 'Activate' });
  await within(dialog).findByText('Clients has all 46 names again. The next sync would change nothing.');
  expect(within(dialog).queryByRole('radiogroup')).toBeNull();
  api.handlers[followCall] = done(automation());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
  await waitFor(() =>
    expect(api.received(followCall)[0]?.body).toEqual({ fingerprint: 'first', keepsRemoved: false }),
  );
});

test('a source that changed while somebody decided is shown as it is now, and nothing is activated', async () => {
  const { api, show } = openResting(wins);
  await press('Activate');
  const dialog = await screen.findByRole('dialog', { name: /source would win again/ });
  api.handlers[followCall] = {
    status: 409,
    body: { code: 'review_outdated', message: 'The sheets have changed since you looked.' },
  };
  show({ preview: preview({ ...wins, removed: toList('A'), fingerprint: 'fresh' }) });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
  await within(dialog).findByText(/^Nothing was activated: the sheets have changed since you looked/);
  await within(dialog).findByRole('radio', { name: 'Follow it, and keep this one' });
});

test('a two-way automation says how many rows activating adds', async () => {
  const rows = { added: toList('A', 'B'), deleted: { count: 0, cells: 0, rows: [] } };
  openResting(preview({ sourceRows: rows, added: toList() }), { mode: 'two_way' });
  await press('Activate');
  await screen.findByText('The next sync adds 2 rows to Clients, for the options that came back.');
});
