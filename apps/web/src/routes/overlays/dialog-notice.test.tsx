import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useLive } from '../../stores/live.ts';
import { automation, dashboardApi } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { createPath } from '../../testing/open-form.ts';
import { renderApp } from '../../testing/render-app.tsx';

async function openForm() {
  const api = fakeApi(dashboardApi([automation()]));
  renderApp('/dashboard?dialog=new-configuration');
  const form = within(await screen.findByRole('dialog', { name: 'New Configuration' }));
  await userEvent.type(await form.findByLabelText('Automation Name'), 'Clients');
  return { api, form };
}

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

test('an open form says that there is no network, waits with sending, and goes on when it is back', async () => {
  const { api, form } = await openForm();
  setOnline(false);
  await form.findByText(/^You are offline since \d+:\d\d\s[AP]M\. Nothing you typed is lost\.$/);
  form.getByText('Waits until you are online.');
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Create Automation' }).disabled).toBe(true);
  await userEvent.type(form.getByLabelText('Automation Name'), ' again{Enter}');
  expect(api.received(createPath)).toEqual([]);
  setOnline(true);
  await form.findByText('Back online.');
  expect(form.queryByText('Waits until you are online.')).toBeNull();
  expect(form.getByLabelText<HTMLInputElement>('Automation Name').value).toBe('Clients again');
});

test('an open form says that the server does not answer', async () => {
  const { form } = await openForm();
  act(() => useLive.setState({ isUnanswered: true, heardAt: Date.UTC(2026, 10, 20, 12) }));
  await form.findByText(/^Picksync has not answered since .+ Nothing you typed is lost\.$/);
  act(() => useLive.setState({ isUnanswered: false }));
  await waitFor(() => expect(form.queryByText(/^Picksync has not answered/)).toBeNull());
});
