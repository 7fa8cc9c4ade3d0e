import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const quiet = { waiting: 0, running: 0, doneLastHour: 9, oldestSeconds: null, limitSeconds: 60, dead: 0 };
const show = (queues: object[]) => {
  const at = new Date().toISOString();
  const body = { queues, workers: { alive: 1, lastHeardAt: at }, at };
  fakeApi({ ...adminApi, 'GET /api/admin/queues': { body } });
  renderApp('/admin/queues');
};
const listed = () => {
  const table = screen.queryByRole('table', { name: 'Queues' });
  return table ? within(table).getAllByRole('row').length - 1 : 0;
};

test('queues in which nothing waits share one line until somebody asks for them', async () => {
  show([
    { ...quiet, name: 'send-mail', waiting: 2, oldestSeconds: 4 },
    { ...quiet, name: 'sweep', running: 1 },
    { ...quiet, name: 'tidy' },
    { ...quiet, name: 'export-data' },
  ]);
  await screen.findByText('No jobs are waiting in 2 other queues.');
  expect(listed()).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Show all queues', expanded: false }));
  expect(listed()).toBe(4);
  screen.getByText('deletes what is not kept any longer, once a day');
  await userEvent.click(screen.getByRole('button', { name: 'Show busy queues only', expanded: true }));
  expect(listed()).toBe(2);
});

test('the page says in one line that nothing waits anywhere', async () => {
  show([
    { ...quiet, name: 'send-mail' },
    { ...quiet, name: 'tidy' },
  ]);
  await screen.findByText('No jobs are waiting in any of the 2 queues.');
  expect(listed()).toBe(0);
});
