import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AdminStatus } from '../../../api/admin.queries.ts';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const path = '/api/admin/status';
const id = '0198f5a0-0000-7000-8000-000000000091';

const open: AdminStatus['incidents'][number] = {
  id,
  title: 'Checks run late',
  parts: ['checks', 'realtime'],
  isMeasured: true,
  startedAt: '2026-11-21T14:25:00.000Z',
  endedAt: null,
  entries: [
    {
      id: '0198f5a0-0000-7000-8000-000000000092',
      at: '2026-11-21T14:28:00.000Z',
      text: 'Measured: accounts are checked more than 30 min apart.',
      isMeasured: true,
    },
  ],
};
const over = {
  ...open,
  id: '0198f5a0-0000-7000-8000-000000000093',
  title: 'Mails were late',
  isMeasured: false,
  endedAt: '2026-11-21T14:40:00.000Z',
  entries: [],
};

const answer = (status: Partial<AdminStatus> = {}) => ({
  [`GET ${path}`]: {
    body: {
      measuredAt: '2026-11-21T14:33:00.000Z',
      parts: [
        { part: 'website', state: 'working', since: '2026-11-20T10:00:00.000Z' },
        { part: 'checks', state: 'disturbed', since: '2026-11-21T14:25:00.000Z' },
        { part: 'mail', state: 'unknown', since: '2026-11-21T14:00:00.000Z' },
      ],
      incidents: [],
      ...status,
    },
  },
});

test('the section says what is measured, part by part', async () => {
  fakeApi({ ...adminApi, ...answer() });
  renderApp('/admin/status');
  const table = await screen.findByRole('table', { name: 'Parts' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Website and sign-inanswered within 2 sWorkingsince /),
    expect.stringMatching(/^Checks every 15 minuteseach account within 30 minLatesince /),
    expect.stringMatching(/^Mail.*Not measuredsince /),
  ]);
  await screen.findByText(/^Measured .* nobody can edit them\.$/);
  await screen.findByText('No incidents');
  expect(screen.getByRole('link', { name: /^Status page/ }).getAttribute('href')).toBe('/status');
});

test('words are added to an incident that goes on, which is ended after a question', async () => {
  const api = fakeApi({
    ...adminApi,
    ...answer({ incidents: [open] }),
    [`POST ${path}/incidents/${id}/entries`]: { body: { message: 'Everybody can read it.' } },
    [`POST ${path}/incidents/${id}/end`]: { body: { message: 'Everybody can read that it is over.' } },
  });
  renderApp('/admin/status');
  const incident = within(await screen.findByRole('article', { name: 'Checks run late' }));
  incident.getByText('Written by the measurement itself.');
  await userEvent.click(incident.getByRole('button', { name: 'Publish' }));
  await incident.findByText('Please say what people should know');
  await userEvent.type(incident.getByLabelText('What people should know'), 'A worker went silent.');
  await userEvent.click(incident.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Everybody can read it.');
  expect(api.received(`POST ${path}/incidents/${id}/entries`)[0]?.body).toEqual({
    text: 'A worker went silent.',
  });
  expect(incident.getByLabelText<HTMLInputElement>('What people should know').value).toBe('');
  await userEvent.click(incident.getByRole('button', { name: 'It is over' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'It is over' }));
  await waitFor(() => expect(api.received(`POST ${path}/incidents/${id}/end`)).toHaveLength(1));
});

test('an incident that is over can only get more words', async () => {
  fakeApi({ ...adminApi, ...answer({ incidents: [over] }) });
  renderApp('/admin/status');
  const incident = within(await screen.findByRole('article', { name: 'Mails were late' }));
  expect(incident.queryByRole('button', { name: 'It is over' })).toBeNull();
  await userEvent.click(incident.getByRole('button', { name: 'Add words' }));
  expect(incident.getByLabelText('What people should know')).toBeTruthy();
});

test('an incident is opened by hand, with what is wrong at its field', async () => {
  const api = fakeApi({
    ...adminApi,
    ...answer(),
    [`POST ${path}/incidents`]: { body: { message: 'Everybody can read it.' } },
  });
  renderApp('/admin/status');
  await userEvent.click(await screen.findByRole('button', { name: 'New incident' }));
  const form = within(await screen.findByRole('dialog', { name: 'New incident' }));
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  await form.findByText('Please give it a title');
  form.getByText('Please choose at least one part');
  await userEvent.type(form.getByLabelText('Title'), 'Mails are late');
  await userEvent.click(form.getByRole('checkbox', { name: 'Mail' }));
  await userEvent.type(form.getByLabelText('What people should know'), 'We look into it.');
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Everybody can read it.');
  expect(api.received(`POST ${path}/incidents`)[0]?.body).toEqual({
    title: 'Mails are late',
    parts: ['mail'],
    text: 'We look into it.',
  });
});
