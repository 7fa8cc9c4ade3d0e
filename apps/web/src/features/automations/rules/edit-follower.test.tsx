import type { RuleMatch } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automationPath, openAutomation } from '../../../testing/automation-page.ts';
import { automation } from '../../../testing/automations.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { rule, ruleId } from '../../../testing/rules.ts';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const follower = automation({ rule: { id: ruleId, name: rule().name } });
const match = {
  id: '0198f5a0-0000-7000-8000-000000000071',
  sheetId: '102',
  sheetName: 'Time sheet 2026',
  sheetPermalink: null,
  state: 'follows',
  message: null,
  columnId: '1021',
  columnName: 'Client',
  choices: [],
  takeOver: null,
  configuration: follower,
  takenUpAt: null,
  goneSince: null,
  goneUntil: null,
} satisfies RuleMatch;

async function openEdit() {
  const page = openAutomation({ automation: follower });
  await press('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Automation' });
  return { ...page, dialog };
}

test('editing an automation of a rule says beforehand that its settings are those of the rule', async () => {
  const { dialog } = await openEdit();
  within(dialog).getByText(/^Its source, its destination and its options are those of the rule/);
  const link = within(dialog).getByRole('link', { name: 'Open the rule' });
  expect(link.getAttribute('href')).toBe(`/rules/${ruleId}`);
  expect(within(dialog).queryByLabelText('Source Sheet')).toBeNull();
  await expectAccessible();
});

test('only the name of an automation of a rule is sent', async () => {
  const { api, dialog } = await openEdit();
  const name = within(dialog).getByLabelText('Automation Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'My time sheet');
  api.handlers[`PATCH ${automationPath}`] = { body: { message: 'Done', configuration: follower } };
  await press('Save changes');
  await waitFor(() =>
    expect(api.received(`PATCH ${automationPath}`)[0]?.body).toEqual({ name: 'My time sheet' }),
  );
});

test('a name that another window has given meanwhile is told, and is not taken back', async () => {
  const { api, dialog, queryClient } = await openEdit();
  api.handlers[`GET ${automationPath}`] = { body: { ...follower, name: 'Renamed elsewhere' } };
  await queryClient.invalidateQueries();
  await within(dialog).findByText('This was changed in another window');
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.received(`PATCH ${automationPath}`)).toEqual([]);
});

test('a form that is opened again before the page is loaded begins with the name that was saved', async () => {
  const { api, dialog } = await openEdit();
  await userEvent.type(within(dialog).getByLabelText('Automation Name'), ' 2027');
  const saved = { ...follower, name: `${follower.name} 2027` };
  api.handlers[`PATCH ${automationPath}`] = { body: { message: 'Done', configuration: saved } };
  api.handlers[`GET ${automationPath}`] = 'silent';
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Edit');
  const again = await screen.findByLabelText<HTMLInputElement>('Automation Name');
  expect(again.value).toBe(saved.name);
});

test('an automation that is taken out of its rule is edited as any other', async () => {
  const { api, dialog, show } = await openEdit();
  const path = `POST /api/rules/${ruleId}/matches/${match.id}`;
  api.handlers[`GET /api/rules/${ruleId}/matches`] = { body: [match] };
  api.handlers[path] = () => {
    show({ automation: automation() });
    return { body: { message: 'Done', rule: rule() } };
  };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take it out of the rule' }));
  await waitFor(() => expect(api.received(path)[0]?.body).toEqual({ act: 'keep' }));
  await screen.findByText('The sheet stands on its own');
  await screen.findByLabelText('Source Sheet');
});
