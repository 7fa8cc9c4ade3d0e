import type { MaintenanceWindow } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { inMinutes, planned } from '../../../testing/maintenance.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const path = '/api/admin/maintenance';
const done = { body: { message: 'Done.' } };
const open = (window: MaintenanceWindow | null) => {
  const api = fakeApi({
    ...adminApi,
    [`GET ${path}`]: { body: { window, at: inMinutes(0) } },
    [`POST ${path}`]: done,
    [`POST ${path}/begin`]: done,
    [`POST ${path}/end`]: done,
  });
  renderApp('/admin/maintenance');
  return api;
};
const agree = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
const typeTime = async (label: string, local: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, local);
};

test('an update is announced for the times of this browser, with what is missing at its field', async () => {
  const api = open(null);
  await screen.findByText('Nothing is announced.');
  await userEvent.click(screen.getByRole('button', { name: 'Announce' }));
  await screen.findByText('Please say when it begins');
  await screen.findByText('Please say when it is to end');
  await typeTime('From', '2026-11-28T06:00');
  await typeTime('To', '2026-11-28T06:20');
  await userEvent.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() =>
    expect(api.received(`POST ${path}`)[0]?.body).toEqual({
      from: new Date('2026-11-28T06:00').toISOString(),
      to: new Date('2026-11-28T06:20').toISOString(),
    }),
  );
});

test('an update begins at once after a question, and needs its planned end alone', async () => {
  const api = open(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Begin now' }));
  await screen.findByText('Please say when it is to end');
  await typeTime('To', '2026-11-28T06:20');
  await userEvent.click(screen.getByRole('button', { name: 'Begin now' }));
  await agree('Begin now');
  const to = new Date('2026-11-28T06:20').toISOString();
  await waitFor(() => expect(api.received(`POST ${path}/begin`)[0]?.body).toEqual({ to }));
});

test('a field says what the server refuses when a maintenance begins', async () => {
  open(null);
  fakeApi({
    ...adminApi,
    [`GET ${path}`]: { body: { window: null, at: inMinutes(0) } },
    [`POST ${path}/begin`]: {
      status: 400,
      body: { code: 'validation_failed', message: 'Please check', errors: { to: 'This time is over' } },
    },
  });
  await typeTime('To', '2020-11-28T06:20');
  await userEvent.click(screen.getByRole('button', { name: 'Begin now' }));
  await agree('Begin now');
  await screen.findByText('This time is over');
});

test('an announced update is shown as users read it, and withdrawn after a question', async () => {
  const api = open(planned());
  await screen.findByText(/^Update on .* \(your time\)\.$/);
  await screen.findByRole('button', { name: 'Change' });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await agree('Withdraw');
  await waitFor(() => expect(api.received(`POST ${path}/end`)).toHaveLength(1));
});

test('an administrator changes the end of an update that is on, and ends it', async () => {
  const api = open(planned({ startsAt: inMinutes(-5) }));
  await screen.findByText(/^Picksync is being updated until about/);
  await typeTime('To', '2026-11-28T06:40');
  await userEvent.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() => expect(api.received(`POST ${path}/begin`)).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'It is over' }));
  await agree('It is over');
  await waitFor(() => expect(api.received(`POST ${path}/end`)).toHaveLength(1));
});
