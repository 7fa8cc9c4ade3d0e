import type { MaintenanceWindow } from '@picksync/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHiddenMaintenance } from '../../stores/hidden-maintenance.ts';
import { dashboardApi } from '../../testing/automations.ts';
import { fakeEventStreams } from '../../testing/event-streams.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inMinutes, planned } from '../../testing/maintenance.ts';
import { connectedMember, user } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const reader = { ...user, timeZone: 'UTC', clock: 'h24' as const };

const apiWith = (maintenance?: MaintenanceWindow) => ({
  ...dashboardApi([]),
  'GET /api/auth/status': { body: { ...connectedMember, user: reader, ...(maintenance && { maintenance }) } },
});

async function findBanner(): Promise<string> {
  const banner = await screen.findByText(/pdate|updated/, { selector: '[role=status] b' });
  return banner.closest('[role=status]')?.textContent ?? '';
}
const queryBanner = () => screen.queryByText(/pdate|updated/, { selector: '[role=status] b' });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T06:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('hidden-maintenance');
  useHiddenMaintenance.setState({ startsAt: null });
});

test.each([
  [
    'announced',
    () => planned({}),
    'Update on Nov 28, 07:00 to 07:20 (your time). Lists rest for some minutes and go on by themselves.',
  ],
  [
    'on',
    () => planned({ startsAt: inMinutes(-5), endsAt: inMinutes(20) }),
    'Picksync is being updated until about 06:20. You can look, not change. Your dropdowns stay as they are.',
  ],
  [
    'late, with a word to come',
    () => planned({ startsAt: inMinutes(-5), endsAt: inMinutes(-1), nextWordAt: inMinutes(40) }),
    'The update takes longer than planned. Next word at 06:40. You can look, not change. Your dropdowns stay as they are. Status',
  ],
  [
    'late, without one',
    () => planned({ startsAt: inMinutes(-5), endsAt: inMinutes(-1) }),
    'The update takes longer than planned. You can look, not change. Your dropdowns stay as they are. Status',
  ],
  [
    'over',
    () => planned({ startsAt: inMinutes(-20), endedAt: inMinutes(-5), checkedAt: inMinutes(-1) }),
    'The update is over. All lists were checked at 05:59.',
  ],
])('a page tells of an update that is %s', async (_, make, text) => {
  fakeApi(apiWith(make()));
  renderApp('/dashboard');
  expect(await findBanner()).toBe(text);
});

test.each([
  ['there is none', () => undefined],
  [
    'it is more than a day ahead',
    () => planned({ startsAt: inMinutes(25 * 60), endsAt: inMinutes(26 * 60) }),
  ],
  ['it was withdrawn', () => planned({ endedAt: inMinutes(-5) })],
  ['it has been over for an hour', () => planned({ startsAt: inMinutes(-90), endedAt: inMinutes(-61) })],
])('a page tells of no update when %s', async (_, make) => {
  fakeApi(apiWith(make()));
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(queryBanner()).toBeNull();
});

test('an announcement that was hidden stays so, and one that is moved is shown', async () => {
  fakeApi(apiWith(planned({})));
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Hide until it begins' }));
  await waitFor(() => expect(queryBanner()).toBeNull());
  cleanup();
  const { queryClient } = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(queryBanner()).toBeNull();
  fakeApi(apiWith(planned({ startsAt: inMinutes(30) })));
  await act(() => queryClient.invalidateQueries());
  expect(await findBanner()).toContain('06:30');
});

test('an open page is told by the stream, without asking, and shows a hidden announcement once it begins', async () => {
  const api = fakeApi(apiWith());
  const streams = fakeEventStreams();
  renderApp('/dashboard');
  await waitFor(() => expect(streams.open()).toBe(1));
  await screen.findByRole('heading', { name: 'Dashboard' });
  const asked = api.received('GET /api/auth/status').length;
  const window = planned({});
  act(() => streams.maintenance(window));
  await userEvent.click(await screen.findByRole('button', { name: 'Hide until it begins' }));
  await waitFor(() => expect(queryBanner()).toBeNull());
  act(() => streams.maintenance({ ...window, startsAt: inMinutes(0) }));
  expect(await findBanner()).toMatch(/^Picksync is being updated until about 07:20/);
  act(() => streams.maintenance(undefined));
  await waitFor(() => expect(queryBanner()).toBeNull());
  expect(api.received('GET /api/auth/status')).toHaveLength(asked);
});

test('a refused change shows the sentence, keeps what was typed, and brings the banner', async () => {
  const message =
    'Picksync is being updated until about 06:20. You can look, not change. Your dropdowns stay as they are.';
  const refusal = { status: 503, body: { code: 'maintenance', message, retryAfterSeconds: 1200 } };
  const contact = {
    'GET /api/contact': { body: { supportEmail: 'support@picksync.example' } },
    'POST /api/contact': refusal,
  };
  fakeApi({ ...apiWith(), ...contact });
  renderApp('/help?tab=contact');
  const typed = 'My coupon says that it has expired.';
  const field = await screen.findByLabelText('Message');
  await userEvent.type(field, typed);
  fakeApi({ ...apiWith(planned({ startsAt: inMinutes(-5), endsAt: inMinutes(20) })), ...contact });
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText(message, { selector: '[role=alert] *' });
  expect(await findBanner()).toBe(message);
  expect(field).toHaveProperty('value', typed);
});
