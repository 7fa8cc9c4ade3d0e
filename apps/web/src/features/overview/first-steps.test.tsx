import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi, stats } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const none = stats({ configurationCount: 0, activeAutomations: 0, updates: 0 });
const young = automation({ recentRuns: ['changed'] });
const one = stats({ updates: 1 });

const steps = async () => within(await screen.findByRole('region', { name: 'First steps' }));
const current = async () => {
  const items = (await steps()).getAllByRole('listitem');
  return items.find((item) => item.getAttribute('aria-current') === 'step')?.textContent;
};

test('somebody new is led to the form', async () => {
  fakeApi(dashboardApi([], none));
  renderApp('/dashboard');
  expect((await steps()).getByText('1 of 4 done')).toBeTruthy();
  expect(await current()).toContain('Create your first automation');
  await userEvent.click((await steps()).getByRole('button', { name: 'Choose two columns' }));
  await screen.findByRole('dialog', { name: 'New Configuration' });
});

test('they stand between the list and the activity, which waits for them', async () => {
  const known = Promise.withResolvers<void>();
  const api = fakeApi(dashboardApi([], none));
  api.handlers['GET /api/stats'] = async () => {
    await known.promise;
    return { body: none };
  };
  renderApp('/dashboard');
  await screen.findByText('No configurations found. Create your first automation above.');
  expect(screen.queryByRole('heading', { name: 'Recent Activity' })).toBeNull();
  known.resolve();
  await steps();
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(heads.slice(-3)).toEqual(['Active Configurations', 'First steps', 'Recent Activity']);
});

test('with an automation the next step is to see it follow, in its source', async () => {
  fakeApi(dashboardApi([young], one));
  renderApp('/dashboard');
  expect(await current()).toContain('Change a cell of');
  const source = (await steps()).getByRole('link', { name: /^Open the source/ });
  expect(source.getAttribute('href')).toBe(young.sourceSheetPermalink);
});

test('the next step speaks of an automation that follows, and where all are paused says how it goes on', async () => {
  const paused = automation({ ...young, name: 'Staff', isActive: false, pausedBy: 'user' });
  const other = '0198f5a0-0000-7000-8000-000000000199';
  fakeApi(dashboardApi([paused, { ...young, id: other, sourceSheetName: 'Regions' }], one));
  renderApp('/dashboard');
  expect(await current()).toContain('in Regions. The list follows');
  cleanup();
  fakeApi(dashboardApi([paused], one));
  renderApp('/dashboard');
  expect(await current()).toContain('Staff is paused. Activate it, and its list follows');
});

test('a step is ticked by a real change, and the last by a look at the settings', async () => {
  const api = fakeApi(dashboardApi([young], one));
  const { queryClient } = renderApp('/dashboard');
  await steps();
  api.handlers['GET /api/stats'] = { body: stats({ updates: 2 }) };
  await queryClient.invalidateQueries();
  await waitFor(async () => expect(await current()).toContain('Choose who is told'));
  const settings = (await steps()).getByRole('link', { name: 'Open settings' });
  expect(settings.getAttribute('href')).toBe('/settings#notifications');
});

test('a list of steps that was put away stays away', async () => {
  fakeApi(dashboardApi([], none));
  renderApp('/dashboard');
  await userEvent.click((await steps()).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  cleanup();
  renderApp('/dashboard');
  await screen.findByText('No configurations found. Create your first automation above.');
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('a message brings back what was put away by mistake', async () => {
  fakeApi(dashboardApi([], none));
  renderApp('/dashboard');
  await userEvent.click((await steps()).getByRole('button', { name: 'Hide' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await steps();
});

test('somebody whose dropdowns follow already is not new', async () => {
  fakeApi(dashboardApi([automation({ recentRuns: ['changed', 'changed'] })], stats()));
  renderApp('/dashboard');
  await screen.findByRole('row', { name: /Clients into Time sheet/ });
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('an account without a license is told before anything is tried', async () => {
  fakeApi({
    ...dashboardApi([], none),
    'GET /api/auth/status': { body: { ...connectedMember, smartsheetLicensed: false } },
  });
  renderApp('/dashboard');
  const warning = await screen.findByText('This Smartsheet account has no license.');
  await screen.findByText(/You own 3 sheets, and their columns can be filled/);
  const list = await screen.findByRole('heading', { name: 'Active Configurations' });
  expect(warning.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
