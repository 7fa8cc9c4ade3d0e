import { type Automation, copyRefusals, type RestorePreview } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  automationPath,
  copyId,
  openAutomation,
  restorePreview,
  restoreState,
  run,
  runCopy,
} from '../../../testing/automation-page.ts';
import { automation } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { connectedMember } from '../../../testing/people.ts';
import { toList } from '../../../testing/previews.ts';

const copyPath = `${automationPath}/copies/${copyId}`;
const previewCall = `GET ${copyPath}/preview`;
const restoreCall = `POST ${copyPath}/restore`;
const { id } = automation();

function open(given: { automation?: Automation; preview?: RestorePreview } = {}) {
  const runs = [run({ outcome: 'changed', removed: 6, added: 2, copy: runCopy() })];
  const shown = given.automation ?? automation();
  const opened = openAutomation({ automation: shown, runs, at: `/restore/${copyId}` });
  opened.api.handlers[previewCall] = { body: given.preview ?? restorePreview() };
  return opened;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const refusal = (code: string, message: string, rest = {}) => ({
  status: 409,
  body: { code, message, ...rest },
});

test('the preview compares the copy with the dropdown, and the restore is followed to the page of the automation', async () => {
  const { api, show, address } = open();
  await screen.findByRole('heading', { level: 1, name: /^Back to the list before / });
  const difference = await screen.findByRole('region', { name: 'What would change' });
  expect(
    within(difference).getByRole('img', { name: /^Now 44 options: 42 stay, 2 would be removed/ }),
  ).toBeTruthy();
  expect(
    within(difference).getByRole('img', { name: /^After 46 options: 42 stay, 4 would come back/ }),
  ).toBeTruthy();
  expect(within(difference).getByText('Halcyon Air').nextSibling?.textContent).toBe('9 rows');
  expect(within(difference).getByText('Fjord Seafood').nextSibling?.textContent).toBe('1 row');
  expect(difference.textContent).toContain(
    'No cell is changed. 15 rows use an option that comes back; 1 row keeps a text that nobody can choose again.',
  );
  const decision = screen.getByRole('complementary', { name: 'Your decision' });
  expect(decision.textContent).toContain('Writes these 46 options and pauses the automation.');
  expect(decision.textContent).toContain('First a copy of today’s 44 options is kept');
  await expectAccessible();

  const pending = automation({ restore: restoreState() });
  api.handlers[restoreCall] = { body: { message: 'Requested', configuration: pending } };
  api.handlers[`GET ${automationPath}`] = { body: pending };
  await press('Restore and pause');
  await screen.findByText('The list is being restored.');
  expect(api.received(restoreCall)[0]?.body).toEqual({ fingerprint: 'seen' });
  show({
    automation: automation({
      isActive: false,
      pausedBy: 'restore',
      restore: restoreState({ state: 'done', endedAt: '2026-11-21T10:59:02.000Z' }),
    }),
  });
  await waitFor(() => expect(address()).toBe(`/automations/${id}`));
  await screen.findByText('4 options came back, 2 went.');
  await screen.findByText('Paused after a restore');
});

test('a dropdown that has changed since is not written: the new difference stands below what is said', async () => {
  const { api } = open();
  api.handlers[restoreCall] = refusal('restore_outdated', 'Nothing was restored.', { added: 5, removed: 2 });
  await screen.findByRole('button', { name: 'Restore and pause' });
  api.handlers[previewCall] = {
    body: restorePreview({ added: toList('A', 'B', 'C', 'D', 'E'), fingerprint: 'fresh' }),
  };
  await press('Restore and pause');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Nothing was restored: the list has changed since you looked.');
  expect(notice.textContent).toContain('It would now add 5 and remove 2.');
  await screen.findByRole('heading', { name: 'Comes back 5' });
  await expectAccessible();
  await press('Look again');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Restore and pause' })).toHaveProperty('disabled', false),
  );
  await press('Restore and pause');
  await waitFor(() => expect(api.received(restoreCall).at(-1)?.body).toEqual({ fingerprint: 'fresh' }));
});

test('a restore that the worker refuses says why, and can be tried again', async () => {
  const { api, show } = open();
  await screen.findByRole('button', { name: 'Restore and pause' });
  const pending = automation({ restore: restoreState() });
  api.handlers[restoreCall] = { body: { message: 'Requested', configuration: pending } };
  api.handlers[`GET ${automationPath}`] = { body: pending };
  await press('Restore and pause');
  await screen.findByText('The list is being restored.');
  show({
    automation: automation({
      restore: restoreState({
        state: 'refused',
        endedAt: '2026-11-21T10:59:02.000Z',
        reason: 'copy_not_saved',
        message: 'Nothing was restored: Smartsheet did not take the copy of today’s list.',
      }),
    }),
  });
  await screen.findByText('Smartsheet did not take the copy of today’s list.');
  expect(screen.getByRole('button', { name: 'Restore and pause' })).toBeTruthy();
});

const cannot: [code: string, message: string, title: string, way: [role: 'link' | 'button', name: RegExp]][] =
  [
    [
      'copy_gone',
      'The copy was deleted in Smartsheet. Picksync has no other one. Older copies are in the list of runs.',
      'The copy was deleted in Smartsheet.',
      ['link', /^Show the runs/],
    ],
    [
      'copy_expired',
      copyRefusals.copy_expired,
      'Newer copies have taken the place of this one, so it was deleted.',
      ['link', /^Show the runs/],
    ],
    [
      'copy_changed',
      'The file is not the one Picksync wrote. Somebody has changed or replaced it.',
      'The file is not the one Picksync wrote.',
      ['link', /^Open the sheet/],
    ],
    [
      'restore_not_dropdown',
      'The column is neither a dropdown nor a contact column any more.',
      'The column is neither a dropdown nor a contact column any more.',
      ['link', /^Open the column/],
    ],
    [
      'copy_elsewhere',
      'This copy is of another column: the automation has got another destination since.',
      'This copy is of another column: the automation has got another destination since.',
      ['link', /^Show the runs/],
    ],
  ];

test.each(cannot)(
  'a copy that cannot be restored says why and what to do: %s',
  async (code, message, title, [role, name]) => {
    const { api } = open();
    api.handlers[previewCall] = refusal(code, message);
    await screen.findByText(title);
    expect(screen.getByText('Cannot restore')).toBeTruthy();
    expect(screen.getByRole(role, { name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore and pause' })).toBeNull();
    await expectAccessible();
  },
);

test('a list that stands there already has nothing to restore', async () => {
  open({ preview: restorePreview({ isSame: true, added: toList(), removed: toList(), optionCount: 46 }) });
  await screen.findByText('The column has this list already.');
  expect(screen.getByText('46 options in the same order.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restore and pause' })).toBeNull();
});

test('a sheet that cannot be read now can be looked at again', async () => {
  const { api } = open();
  api.handlers[previewCall] = {
    status: 503,
    body: { code: 'smartsheet_unavailable', message: 'Smartsheet cannot be reached right now.' },
  };
  await screen.findByText('Smartsheet cannot be reached right now.');
  api.handlers[previewCall] = { body: restorePreview() };
  await press('Try again');
  await screen.findByRole('region', { name: 'What would change' });
});

test('without a connection nothing is read, and the way to reconnect is there', async () => {
  const { api } = openAutomation({
    at: `/restore/${copyId}`,
    status: { ...connectedMember, smartsheetState: 'needs_reconnect' },
  });
  await screen.findByText('Smartsheet is not connected.');
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
  expect(api.received(previewCall)).toHaveLength(0);
});
