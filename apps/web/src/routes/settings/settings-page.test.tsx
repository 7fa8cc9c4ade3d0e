import { usualDateLook } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dashboardApi, stats } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, member, nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { findSection, settingsSections } from './sections.tsx';

const asMember = { 'GET /api/auth/status': { body: member } };

test('a visitor who opens the settings is asked to log in, and told why', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/settings');
  await screen.findByText('Please log in to see your settings.');
});

test('asks for the code first while the address is not confirmed', async () => {
  fakeApi({ 'GET /api/auth/status': { body: { ...member, emailVerificationRequired: true } } });
  renderApp('/settings');
  await screen.findByLabelText('Verification code');
});

test('the sidebar leads to the settings, and the rail through them with the focus on what was chosen', async () => {
  fakeApi(asMember);
  const app = renderApp('/dashboard');
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  await userEvent.click(main.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  const rail = within(screen.getByRole('navigation', { name: 'Sections of Settings' }));
  await userEvent.click(rail.getByRole('link', { name: 'Smartsheet' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Smartsheet'));
  expect(document.activeElement?.tagName).toBe('H2');
  expect(app.address()).toBe('/settings#smartsheet');
  expect(rail.getByRole('link', { current: true }).textContent).toBe('Smartsheet');
  await userEvent.click(rail.getByRole('link', { name: 'Data' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Data'));
  app.back();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Smartsheet'));
});

test('the list of a narrow screen leads to a section as well', async () => {
  fakeApi(asMember);
  const app = renderApp('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Section: Profile' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Notifications' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Notifications'));
  expect(app.address()).toBe('/settings#notifications');
  screen.getByRole('button', { name: 'Section: Notifications' });
});

test('every section and part has a name of its own, and one that is not known opens the page at its top', async () => {
  const names = settingsSections.flatMap(({ key, groups }) => [
    key,
    ...groups.flatMap(({ parts }) => parts.map((part) => part.key)),
  ]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(findSection(name)).toBeDefined();
  fakeApi(asMember);
  renderApp('/settings#nowhere');
  await screen.findByRole('region', { name: 'Profile' });
  screen.getByRole('button', { name: 'Section: Profile' });
});

test.each([
  ['/account', '/settings'],
  ['/account?section=two-factor', '/settings#two-factor'],
  ['/account?section=webhooks', '/settings#hooks'],
  [
    '/account?section=sign-in-providers&provider=google&outcome=linked',
    '/settings?provider=google&outcome=linked#sign-in-providers',
  ],
])('a kept link to %s leads to %s', async (former, now) => {
  fakeApi(asMember);
  const app = renderApp(former);
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  expect(app.address()).toBe(now);
});

test('a part that is folded is open where the address names it', async () => {
  fakeApi({ ...asMember, 'GET /api/account/security-activity': { body: [] } });
  renderApp('/settings#security-activity');
  await screen.findByRole('button', { name: 'Hide security activity' });
  await screen.findByText('Nothing yet');
  screen.getByRole('button', { name: 'Show known browsers' });
});

test('a window above the page leaves it where it is, whatever section the address names', async () => {
  const account = {
    ...{
      email: 'office@northwind.example',
      name: null,
      picture: null,
      createdAt: '2026-09-03T10:00:00.000Z',
    },
    ...{ timeZone: 'Europe/Berlin', ...usualDateLook, hasPassword: true, passwordChangedAt: null },
    pendingEmail: null,
  };
  fakeApi({ ...asMember, 'GET /api/account': { body: account } });
  renderApp('/settings#data');
  const change = await screen.findByRole('button', { name: 'Change email' });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
  onTestFinished(() => scroll.mockRestore());
  await userEvent.click(change);
  await screen.findByRole('dialog', { name: 'Change your email' });
  const scrolled = scroll.mock.contexts.map((element) => (element as Element).id);
  expect(scrolled).not.toContain('data');
});

test('the settings hold the way to connect Smartsheet', async () => {
  fakeApi(asMember);
  const app = renderApp('/settings#smartsheet');
  const panel = within(await screen.findByRole('region', { name: 'Smartsheet' }));
  await userEvent.click(await panel.findByRole('link', { name: 'Connect' }));
  await screen.findByRole('heading', { name: 'Connect your Smartsheet account' });
  expect(app.address()).toBe('/dashboard');
});

test('a connection that Smartsheet refuses is said, with Reconnect', async () => {
  const refused = { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' };
  fakeApi({ 'GET /api/auth/status': { body: refused } });
  renderApp('/settings#smartsheet');
  const panel = within(await screen.findByRole('region', { name: 'Smartsheet' }));
  await panel.findByText('Refused');
  panel.getByRole('link', { name: 'Reconnect' });
  panel.getByRole('button', { name: 'Disconnect' });
});

const out = { reason: 'provider_outage', nextTryAt: null, since: null } as const;

test.each([
  [
    { configurationCount: 3 },
    /^United States.* · Connected since Nov 12, 2026 · Used by 3 automations$/,
    'Healthy',
  ],
  [{ configurationCount: 1 }, /Used by 1 automation$/, 'Healthy'],
  [
    { configurationCount: 0, connection: { state: 'connected', message: null, waiting: out } as const },
    /No automation uses it yet$/,
    'Unreachable',
  ],
])(
  'a connection is told in the words of the sidebar, with since when it stands and what uses it: %j',
  async (figures, facts, health) => {
    const connectedSince = '2026-11-12T12:00:00.000Z';
    fakeApi(dashboardApi([], stats({ connectedSince, ...figures })));
    renderApp('/settings#smartsheet');
    const panel = within(await screen.findByRole('region', { name: 'Smartsheet' }));
    await panel.findByText(facts);
    await panel.findByText(health);
  },
);
