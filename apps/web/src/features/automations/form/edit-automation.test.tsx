import type { Automation } from '@picksync/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stopped } from '../../../testing/automations.ts';
import { choose, offered, openOptions, select, shownIn } from '../../../testing/choose.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const edit = `PATCH /api/configurations/${automation().id}`;

const open = (before: Automation = automation()) => {
  const api = fakeApi(dashboardApi([before]));
  api.handlers[edit] = { body: { message: 'Done', configuration: before } };
  return Object.assign(api, renderApp('/dashboard'));
};

const more = () => screen.findByRole('button', { name: 'More: Clients into Time sheet' });
const openForm = async () => {
  await userEvent.click(await more());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit Automation' });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a sync that would remove too much is let go on by allowing more', async () => {
  const api = open(stopped());
  api.handlers[edit] = () => {
    api.handlers['GET /api/configurations'] = { body: [automation()] };
    return { body: { message: 'Done', configuration: automation() } };
  };
  await userEvent.click(await screen.findByRole('button', { name: 'Allow more removals' }));
  const limit = (await screen.findByLabelText('Ask me before removing more than')) as HTMLInputElement;
  await waitFor(() => expect(document.activeElement).toBe(limit));
  await userEvent.clear(limit);
  await userEvent.type(limit, '80');
  await save();
  await screen.findByText('Automation updated');
  expect(api.received(edit)[0]?.body).toEqual({ maxRemovalPercent: 80 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Allow more removals' })).toBeNull());
});

test('saved changes are undone from their message: what stood there is entered and looked at first', async () => {
  const before = automation({ pinnedFirst: ['Internal'] });
  const after = automation({ name: 'Renamed', pinnedFirst: ['Internal'] });
  const api = open(before);
  await openForm();
  const name = screen.getByLabelText<HTMLInputElement>('Automation Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Renamed');
  api.handlers[edit] = { body: { message: 'Done', configuration: after } };
  const path = `/api/configurations/${before.id}`;
  api.handlers[`GET ${path}`] = { body: after };
  api.handlers[`GET ${path}/runs`] = { body: [] };
  api.handlers[`GET ${path}/changes`] = { body: [] };
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const undo = await screen.findByRole('dialog', { name: 'Undo a change' });
  expect(api.received(edit)).toHaveLength(1);
  const restored = await within(undo).findByLabelText<HTMLInputElement>('Automation Name');
  expect(restored.value).toBe('Clients into Time sheet');
  await save();
  await waitFor(() => expect(api.received(edit)[1]?.body).toEqual({ name: 'Clients into Time sheet' }));
});

test('another source or destination is never offered to be undone', async () => {
  const api = open();
  await openForm();
  await choose('Target Dropdown Column', 'Project');
  await save();
  await screen.findByText('Automation updated');
  expect(api.received(edit)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a removal limit that is none is refused at its field', async () => {
  const api = open();
  await openForm();
  await openOptions('Removal limit');
  await userEvent.clear(screen.getByLabelText('Ask me before removing more than'));
  await save();
  await screen.findByText('Please enter a whole number from 0 to 100');
  expect(api.received(edit)).toHaveLength(0);
});

test('the form begins with the automation as it is, and the focus on its name', async () => {
  open();
  await openForm();
  const name = screen.getByLabelText<HTMLInputElement>('Automation Name');
  expect(name.value).toBe('Clients into Time sheet');
  await waitFor(() => expect(document.activeElement).toBe(name));
  for (const [label, text] of [
    ['Source Sheet', 'Clients'],
    ['Source Column', 'Client name'],
    ['Destination Sheet', 'Time sheet 2026'],
    ['Target Dropdown Column', 'Client'],
  ] as const) {
    expect(await shownIn(label)).toBe(text);
  }
});

test('sheets and columns that are gone from Smartsheet are still called by their names', async () => {
  open(automation({ sheetId: '999', sheetName: 'Old sheet', targetColumnName: 'Old column' }));
  await openForm();
  expect(await shownIn('Destination Sheet')).toBe('Old sheet');
  expect(await shownIn('Target Dropdown Column')).toBe('Old column');
});

test('an edit without a change sends nothing and returns the focus', async () => {
  const api = open();
  await openForm();
  await save();
  await gone();
  expect(api.received(edit)).toHaveLength(0);
  expect(document.activeElement).toBe(await more());
});

test('the column it fills already can stay chosen, and others that are taken cannot', async () => {
  open();
  await openForm();
  const options = await offered('Target Dropdown Column');
  expect(options).toContain('Client');
  expect(options).toContain('ApproverThe column is locked');
});

test('another source is sent with its column, which has to be chosen anew', async () => {
  const api = open();
  await openForm();
  await choose('Source Sheet', 'Projects');
  await save();
  await screen.findByText('Source column ID is required');
  await choose('Source Column', 'Project');
  await save();
  await gone();
  expect(api.received(edit)[0]?.body).toEqual({
    sourceSheetId: '103',
    sourceSheetName: 'Projects',
    sourceColumnId: '1031',
    sourceColumnName: 'Project',
  });
});

test.each([
  [
    'what the server says',
    { status: 404, body: { message: 'This does not exist.' } },
    'This does not exist.',
  ],
  ['its status', { status: 500, body: {} }, 'The changes could not be saved (Status 500)'],
])('an edit that was refused says %s and keeps what was typed', async (_what, answer, text) => {
  const api = open();
  api.handlers[edit] = answer;
  await openForm();
  const name = screen.getByLabelText<HTMLInputElement>('Automation Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Another name');
  await save();
  await screen.findByText('Update failed');
  expect(screen.getByText(text)).toBeTruthy();
  expect(name.value).toBe('Another name');
});

test('Choose another source marks the field it means, until another one is chosen', async () => {
  const lastError = 'The source sheet no longer exists.';
  open(automation({ lastError, lastFailure: 'source_sheet_gone' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another source' }));
  const source = await select('Source Sheet');
  await waitFor(() => expect(document.activeElement).toBe(source));
  expect(source.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(source.getAttribute('aria-describedby') ?? '')?.textContent).toBe(lastError);
  await choose('Source Sheet', 'Projects');
  expect((await select('Source Sheet')).getAttribute('aria-invalid')).toBeNull();
});

test('a change that was not saved survives a reload, but not a change of the automation elsewhere', async () => {
  const name = async () => (await screen.findByLabelText<HTMLInputElement>('Automation Name')).value;
  open();
  await openForm();
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  cleanup();
  open();
  await openForm();
  expect(await name()).toBe('Clients into Time sheet 2027');
  cleanup();
  open(automation({ removeDuplicates: false }));
  await openForm();
  expect(await name()).toBe('Clients into Time sheet');
});

test('Back closes the form, and what was entered is there when it is opened again', async () => {
  const { address, back } = open();
  await openForm();
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  back();
  await gone();
  expect(address()).toBe('/dashboard');
  await openForm();
  expect(screen.getByLabelText<HTMLInputElement>('Automation Name').value).toBe(
    'Clients into Time sheet 2027',
  );
});

test('the form says that the automation was deleted in another window', async () => {
  const api = open();
  await openForm();
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  api.handlers['GET /api/configurations'] = { body: [] };
  await api.queryClient.invalidateQueries();
  await screen.findByText('This automation was deleted in another window');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  // Nobody is asked about entries that cannot be saved any more.
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await gone();
});

test('the form says what another window has saved meanwhile, and sends only what was changed here', async () => {
  const api = open();
  await openForm();
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  const said = 'This was changed in another window';
  // A run has ended meanwhile: nothing that the form shows.
  api.handlers['GET /api/configurations'] = {
    body: [automation({ lastUpdated: '2027-01-01T10:00:00.000Z' })],
  };
  await api.queryClient.invalidateQueries();
  expect(screen.queryByText(said)).toBeNull();
  api.handlers['GET /api/configurations'] = { body: [automation({ removeDuplicates: false })] };
  await api.queryClient.invalidateQueries();
  await screen.findByText(said);
  // Nothing has failed.
  expect(screen.queryByRole('alert')).toBeNull();
  await save();
  await waitFor(() => expect(api.received(edit)).toHaveLength(1));
  expect(api.received(edit)[0]?.body).toEqual({ name: 'Clients into Time sheet 2027' });
});

test('a form that is opened again before the list is loaded begins with what was saved', async () => {
  const api = open();
  const saved = automation({ name: 'Clients of 2027' });
  await openForm();
  const name = screen.getByLabelText('Automation Name');
  await userEvent.clear(name);
  await userEvent.type(name, saved.name);
  api.handlers[edit] = { body: { message: 'Done', configuration: saved } };
  api.handlers['GET /api/configurations'] = 'silent';
  await save();
  await gone();
  await userEvent.click(await screen.findByRole('button', { name: `More: ${saved.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const again = await screen.findByLabelText<HTMLInputElement>('Automation Name');
  expect(again.value).toBe(saved.name);
  api.handlers['GET /api/configurations'] = { body: [saved] };
  await api.queryClient.invalidateQueries();
  expect(screen.queryByText('This was changed in another window')).toBeNull();
});
