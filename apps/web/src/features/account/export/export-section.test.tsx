import type { DataExport } from '@picksync/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { member } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const copy: DataExport = {
  id: '5f6d1c0e-7d0e-4f0e-9a55-0d5b3c1f2a11',
  state: 'making',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
  bytes: 0,
};

async function openExport(saved: DataExport | null) {
  const { received, handlers } = fakeApi({
    'GET /api/auth/status': { body: member },
    'GET /api/account/export': { body: { export: saved } },
    'POST /api/account/export': { body: copy },
    [`GET /api/account/exports/${copy.id}`]: { body: { path: '/file' } },
  });
  renderApp('/settings');
  const region = await screen.findByRole('region', { name: 'Data' });
  await within(region).findByText('Export my data');
  return { section: within(region), received, handlers };
}

test('a copy is made on request, and offered as soon as it is ready', async () => {
  const { section, received, handlers } = await openExport(null);
  section.getByText(/^One JSON file: profile, automations, activity, payments\. No sheet content/);
  handlers['GET /api/account/export'] = { body: { export: { ...copy, state: 'ready', bytes: 45_300 } } };
  await userEvent.click(section.getByRole('button', { name: 'Export' }));
  await section.findByText(/^46 kB, here until Nov 27/);
  expect(received('POST /api/account/export')).toHaveLength(1);
});

test('a copy that could not be made says so and can be requested again', async () => {
  const { section } = await openExport({ ...copy, state: 'failed' });
  section.getByText('Failed');
  section.getByText('The copy could not be made. Please try again.');
  expect(section.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false);
});

test('Download opens the address that the API returns', async () => {
  const { section } = await openExport({ ...copy, state: 'ready', bytes: 1_500_000 });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  await userEvent.click(await section.findByRole('button', { name: 'Download' }));
  await expect.poll(() => assign.mock.lastCall).toEqual(['/file']);
});
