import type { Automation } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi, stopped } from '../../../testing/automations.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const waiting = stopped();
const path = `/api/configurations/${waiting.id}`;
const reply = (configuration: Automation) => ({ body: { message: 'Approved', configuration } });
const review = (fingerprint: string, removed: number) => ({
  fingerprint,
  reason: 'wipe_guard' as const,
  added: 2,
  removed,
  optionCount: 48,
});

/** Opens the review of an automation; what the server tells of it can be changed with `show`. */
async function openReview(given: Automation = waiting) {
  const api = fakeApi(dashboardApi([given]));
  const show = (next: Automation) => {
    api.handlers['GET /api/configurations'] = { body: [next] };
  };
  renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
  return { api, show, dialog: await screen.findByRole('dialog') };
}

const approveButton = () => screen.getByRole('button', { name: 'Approve exactly this' });
const hasGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a review shows in counts what the sync would do', async () => {
  const { dialog } = await openReview(stopped({ review: review('first', 31) }));
  expect(within(dialog).getByRole('heading').textContent).toBe('31 of 48 options would be removed');
  expect(within(dialog).getByRole('img', { name: 'Now 48 options: 31 would go, 17 stay' })).toBeTruthy();
  expect(within(dialog).getByRole('img', { name: 'After 19 options: 2 new, 17 stay' })).toBeTruthy();
  expect(dialog.textContent).toContain('Removes 31 options and adds 2.');
});

test('what was seen is approved, and the dialog stays until the dropdown is written', async () => {
  const { api, show } = await openReview();
  const queued = stopped({ syncState: 'queued' });
  api.handlers[`POST ${path}/approve`] = () => {
    show(queued);
    return reply(queued);
  };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await userEvent.click(approveButton());
  await screen.findByRole('button', { name: 'Checking and writing...' });
  expect(api.received(`POST ${path}/approve`)[0]?.body).toEqual({ fingerprint: 'first' });

  const { lastRun } = automation();
  show(automation({ lastRun: lastRun && { ...lastRun, outcome: 'changed', removed: 31, optionCount: 17 } }));
  await vi.advanceTimersByTimeAsync(1000);
  await screen.findByText('Approved and written');
  await hasGone();
});

test('when the sheets have changed since the look, it says so and asks again with the new counts', async () => {
  const { api, show, dialog } = await openReview();
  const fresh = stopped({ review: review('second', 26) });
  api.handlers[`POST ${path}/approve`] = () => {
    show(fresh);
    return { status: 409, body: { code: 'review_outdated', message: 'The sheets have changed.' } };
  };
  await userEvent.click(approveButton());
  await within(dialog).findByText('Nothing was approved: the sheets have changed since you looked');
  await within(dialog).findByText('26 of 48 options would be removed');

  const done = automation();
  api.handlers[`POST ${path}/approve`] = () => {
    show(done);
    return reply(done);
  };
  await userEvent.click(approveButton());
  await hasGone();
  expect(api.received(`POST ${path}/approve`)[1]?.body).toEqual({ fingerprint: 'second' });
});

test('when the sync itself finds another difference, it is shown in the same dialog', async () => {
  const { api, show, dialog } = await openReview();
  const fresh = stopped({ review: review('second', 40) });
  api.handlers[`POST ${path}/approve`] = () => {
    show(fresh);
    return reply(fresh);
  };
  await userEvent.click(approveButton());
  await within(dialog).findByText('40 of 48 options would be removed');
  expect(within(dialog).getByRole('alert').textContent).toContain('Nothing was approved');
});

test('a dropdown is emptied only after one more tick', async () => {
  const emptied = {
    fingerprint: 'empty',
    reason: 'source_empty' as const,
    added: 0,
    removed: 23,
    optionCount: 23,
  };
  const { api, dialog } = await openReview(stopped({ lastFailure: 'source_empty', review: emptied }));
  api.handlers[`POST ${path}/approve`] = reply(automation());
  expect(within(dialog).getByRole('heading').textContent).toBe('The source column has no values');
  await userEvent.click(approveButton());
  expect(api.received(`POST ${path}/approve`)).toHaveLength(0);
  await userEvent.click(screen.getByLabelText('Leave the dropdown empty'));
  await userEvent.click(approveButton());
  expect(api.received(`POST ${path}/approve`)[0]?.body).toEqual({ fingerprint: 'empty' });
});

test('Not now approves nothing, and the limit can be changed instead', async () => {
  const { api } = await openReview();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await hasGone();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change the limit' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Ask me before removing more than')),
  );
  expect(api.received(`POST ${path}/approve`)).toHaveLength(0);
});

test('an approval that could not be sent says why and can be tried again', async () => {
  const { api, dialog } = await openReview();
  api.handlers[`POST ${path}/approve`] = { status: 409, body: { message: 'Please reconnect.' } };
  await userEvent.click(approveButton());
  await within(dialog).findByText('Please reconnect.');
  expect(within(dialog).queryByText(/have changed since/)).toBeNull();
  expect(approveButton().getAttribute('aria-disabled')).toBeNull();
});
