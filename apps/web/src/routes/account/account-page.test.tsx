import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dashboardApi, stats } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { connectedMember, member, nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { accountSections, getTab, tabNames } from './sections.tsx';

const asMember = { 'GET /api/auth/status': { body: member } };

test('a visitor who opens the account page is asked to log in, and told why', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  renderApp('/account');
  await screen.findByText('Please log in to see your account.');
});

test('asks for the code first while the address is not confirmed', async () => {
  fakeApi({ 'GET /api/auth/status': { body: { ...member, emailVerificationRequired: true } } });
  renderApp('/account');
  await screen.findByLabelText('Verification code');
});

test('the sidebar leads to the account, and the tabs lead through it with the focus on what was opened', async () => {
  fakeApi(asMember);
  const app = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Account of office@northwind.example' }));
  await screen.findByRole('heading', { name: 'Account' });
  const tabs = within(screen.getByRole('navigation', { name: 'Account' }));
  await userEvent.click(tabs.getByRole('link', { name: 'Smartsheet' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Smartsheet'));
  expect(app.address()).toBe('/account?section=smartsheet');
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Smartsheet');
});

test('an address may name a tab or a section; what is not known opens the profile', async () => {
  for (const tab of tabNames) expect(getTab(tab)).toBe(tab);
  for (const { key, tab } of accountSections) expect(getTab(key)).toBe(tab);
  expect(new Set(accountSections.map(({ key }) => key)).size).toBe(accountSections.length);
  fakeApi(asMember);
  renderApp('/account?section=nowhere');
  await screen.findByRole('heading', { name: 'Profile' });
});

test('the account page holds the way to connect Smartsheet', async () => {
  fakeApi(asMember);
  const app = renderApp('/account?section=smartsheet');
  const panel = within(await screen.findByRole('region', { name: 'Smartsheet' }));
  await userEvent.click(await panel.findByRole('link', { name: 'Connect' }));
  await screen.findByText('Where is your Smartsheet account?');
  expect(app.address()).toBe('/dashboard');
});

test('a connection that Smartsheet refuses is said, with Reconnect', async () => {
  const refused = { ...connectedMember, smartsheetConnected: false, smartsheetState: 'needs_reconnect' };
  fakeApi({ 'GET /api/auth/status': { body: refused } });
  renderApp('/account?section=smartsheet');
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
    renderApp('/account?section=smartsheet');
    const panel = within(await screen.findByRole('region', { name: 'Smartsheet' }));
    await panel.findByText(facts);
    await panel.findByText(health);
  },
);
