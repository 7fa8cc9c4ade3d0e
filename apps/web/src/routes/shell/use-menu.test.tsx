import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dashboardApi } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

async function openMenu() {
  fakeApi(dashboardApi([]));
  const app = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
  return { ...app, menu: within(await screen.findByRole('dialog', { name: 'Menu' })) };
}

async function expectClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
}

test('Back closes the menu of a phone and stays on the page', async () => {
  const { back, address } = await openMenu();
  back();
  await expectClosed();
  expect(address()).toBe('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
});

test('Escape closes it, and it can be opened again', async () => {
  await openMenu();
  await userEvent.keyboard('{Escape}');
  await expectClosed();
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
});

test('a chosen link takes the place of the menu: Back does not open it again', async () => {
  const { menu, back, address } = await openMenu();
  await userEvent.click(menu.getByRole('link', { name: 'Configurations' }));
  await screen.findByRole('heading', { name: 'Configurations' });
  await expectClosed();
  back();
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the menu leaves the section in the address of the page beneath it', async () => {
  fakeApi(dashboardApi([]));
  const { address } = renderApp('/settings#notifications');
  await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  expect(address()).toBe('/settings#notifications');
  await userEvent.keyboard('{Escape}');
  await expectClosed();
  expect(address()).toBe('/settings#notifications');
});
