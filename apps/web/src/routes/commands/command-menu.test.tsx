import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi } from '../../testing/automations.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const clients = automation();
const regions = automation({
  id: '0198f5a0-0000-7000-8000-000000000012',
  name: 'Regions into CRM',
  isActive: false,
});

async function openDashboard() {
  const api = fakeApi(dashboardApi([clients, regions]));
  // Loaded after the page; before that nobody listens.
  await import('./listening.tsx');
  const app = renderApp('/dashboard');
  await screen.findByRole('row', { name: /Regions into CRM/ });
  return { api, ...app };
}

async function openMenu() {
  const app = await openDashboard();
  await userEvent.keyboard('{Control>}k{/Control}');
  const menu = within(await screen.findByRole('dialog', { name: 'Command menu' }));
  return { ...app, menu, field: menu.getByRole('combobox', { name: 'Go to, find or do' }) };
}

test('Ctrl K opens the menu with the focus in its field, and Enter opens the automation that was found', async () => {
  const { field, menu, address } = await openMenu();
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'regions');
  const found = menu.getAllByRole('option')[0];
  expect(found?.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(found?.id);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/automations/${regions.id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an automation is synced from the menu', async () => {
  const { api, field } = await openMenu();
  api.handlers[`POST /api/configurations/${clients.id}/sync`] = {
    body: { message: '', configuration: clients },
  };
  await userEvent.type(field, 'sync now clients{Enter}');
  await screen.findByText('Manual sync triggered');
  expect(api.received(`POST /api/configurations/${clients.id}/sync`)).toHaveLength(1);
});

test('a search that finds nothing says where it looked', async () => {
  const { field, menu } = await openMenu();
  await userEvent.type(field, 'zzz');
  menu.getByText('Nothing found for “zzz”');
  expect(menu.queryByRole('option')).toBeNull();
  await expectAccessible();
});

test('the arrow keys go round, and Escape leads back to the page', async () => {
  const { menu, field } = await openMenu();
  await userEvent.keyboard('{ArrowUp}');
  const options = menu.getAllByRole('option');
  expect(field.getAttribute('aria-activedescendant')).toBe(options.at(-1)?.id);
  await userEvent.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Back closes the menu and leads nowhere else', async () => {
  const { back, address, router } = await openMenu();
  await waitFor(() => expect(router.history.location.state.above).toBe(1));
  back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([address(), router.history.location.state.above]).toEqual(['/dashboard', undefined]);
});

test('letters alone are shortcuts until they are switched off, which the browser remembers', async () => {
  const { address } = await openDashboard();
  await userEvent.keyboard('gs');
  await waitFor(() => expect(address()).toBe('/subscription'));
  await userEvent.keyboard('gd');
  await waitFor(() => expect(address()).toBe('/dashboard'));
  await userEvent.keyboard('?');
  const list = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  await userEvent.click(list.getByRole('switch', { name: 'Single-key shortcuts' }));
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('gs');
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/dashboard');
  await userEvent.keyboard('{Meta>}k{/Meta}');
  await screen.findByRole('dialog', { name: 'Command menu' });
});

test('letters that are typed into a field, or above an open dialog, do nothing else', async () => {
  const { address } = await openDashboard();
  await userEvent.keyboard('n');
  const form = within(await screen.findByRole('dialog', { name: 'New Configuration' }));
  await userEvent.type(await form.findByLabelText('Automation Name'), 'gs?');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(address()).toBe('/dashboard?dialog=new-configuration');
});
