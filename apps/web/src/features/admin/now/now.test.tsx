import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { adminApi, adminNow, waitingItem } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const show = (given: Partial<AdminNow> = {}) => {
  const api = fakeApi({ ...adminApi, 'GET /api/admin/now': { body: adminNow(given) } });
  return { api, app: renderApp('/admin') };
};
const problem = (given: Partial<AdminNow['problems'][number]>): AdminNow['problems'][number] => ({
  kind: 'no_worker',
  level: 'bad',
  since: null,
  count: null,
  names: [],
  ...given,
});
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 30_000).toISOString();

test('while everything runs, one line says so with what was measured, and nothing waits', async () => {
  show();
  await screen.findByRole('heading', { level: 1, name: 'Everything runs' });
  screen.getByText('Oldest job 2 s, 3 workers, sweep 4 min ago. Measured as working: mail and payments.');
  screen.getByText('Nothing waits for you');
  screen.getByText('No automation fails');
  expect(screen.queryByRole('region', { name: 'What else is wrong' })).toBeNull();
  const figure = (name: string) => within(screen.getByRole('group', { name }));
  figure('From callback to dropdown').getByText('1.1 s');
  figure('From callback to dropdown').getByRole('img', {
    name: 'Half of the changes within 1.1 s, 95 percent within 3.4 s in the last hour',
  });
  figure('Longest since a check').getByText('14 min');
  figure('Calls to Smartsheet').getByText('184 a min');
  figure('Jobs done').getByText('0 failed for good; oldest waits 2 s');
});

test('the worst problem is the title, the others stand below, and each leads to where it is ended', async () => {
  const { app } = show({
    problems: [
      problem({ count: 1204 }),
      problem({ kind: 'mail_held', count: 86, since: inHours(-2) }),
      problem({ kind: 'smartsheet_away', level: 'warn', count: 41 }),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'No worker answers' });
  screen.getByText(/^No dropdown is updated, 1,204 jobs wait\. Start a sync-worker/);
  const others = within(screen.getByRole('region', { name: 'What else is wrong' }));
  expect(others.getAllByRole('listitem')).toHaveLength(2);
  others.getByText(/^86 mails wait, the oldest for 1\d\d min|^86 mails wait, the oldest for 2 h/);
  others.getByText('Smartsheet does not answer for 41 accounts');
  await userEvent.click(others.getByRole('link', { name: 'Open the queues' }));
  expect(app.address()).toBe('/admin/queues');
});

test.each([
  [{ unread: ['queues', 'workers'] as const, queues: null, workers: null }, 'Not everything could be read'],
  [{ isMaintenance: true }, 'An update is under way'],
  [
    { problems: [problem({ kind: 'not_ready', names: ['queue', 'locks'] })], isMaintenance: true },
    /^This API cannot/,
  ],
  [{ problems: [problem({ kind: 'database_full', level: 'warn', count: 85 })] }, /^85 % of the connections/],
  [{ problems: [problem({ kind: 'part_disturbed', names: ['website'] })] }, 'The website does not answer'],
])('with %j the line is %s', async (given, title) => {
  show(given as Partial<AdminNow>);
  await screen.findByRole('heading', { level: 1, name: title });
});

test('a part that could not be read is said where it would stand', async () => {
  show({ unread: ['waiting', 'jobs', 'failing'], waiting: null, jobs: null, failing: null });
  await screen.findByText(
    'Nothing is known of what waits for you, the jobs of the last hour and the automations that fail. It is tried again by itself; the log of the API says why.',
  );
  expect(screen.getAllByText('This could not be read')).toHaveLength(2);
  within(screen.getByRole('group', { name: 'Jobs done' })).getByText('Not known');
});

test('a matter that waits says until when, what hangs on it, and leads to the place where it is ended', async () => {
  const { app } = show({
    waiting: {
      count: 9,
      items: [
        waitingItem({
          deadline: inHours(-3),
          email: 'olivia@northwind.example',
          plan: 'premium',
          about: 'It stays Periodic',
        }),
        waitingItem({
          kind: 'dispute',
          id: '0198f5a0-0000-7000-8000-000000000022',
          deadline: inHours(100),
          provider: 'paypal',
          amount: 19.99,
          currency: 'USD',
          email: 'kai@northgate.example',
          about: 'Item not received',
          providerPage: 'https://www.paypal.com/resolutioncenter/view/PP-D-1',
        }),
        waitingItem({
          kind: 'dispute',
          provider: 'razorpay',
          currency: 'USD',
          amount: 6.99,
          about: 'Duplicate',
        }),
        waitingItem({ kind: 'dead_letters', id: 'send-mail', count: 3 }),
      ],
      more: [
        { kind: 'message', count: 4 },
        { kind: 'event', count: 1 },
      ],
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Needs you' }));
  list.getByText('Message from olivia@northwind.example');
  list.getByText('Premium. “It stays Periodic”');
  list.getByText('3 h late');
  list.getByText('PayPal dispute, $19.99, kai@northgate.example');
  list.getByText(/^“Item not received\.” Answer by .*, or the money goes back\.$/);
  list.getByText('in 4 days');
  list.getByText('“Duplicate.” Razorpay has sent no date.');
  list.getByText('3 jobs of send-mail failed for good');
  expect(list.getAllByText('no deadline')).toHaveLength(2);
  expect(list.getByRole('link', { name: /^Open at PayPal/ }).getAttribute('href')).toBe(
    'https://www.paypal.com/resolutioncenter/view/PP-D-1',
  );
  list.getByRole('link', { name: '4 messages' });
  list.getByRole('link', { name: '1 provider event' });
  expect(
    list.getByRole('link', { name: 'Answer: Message from olivia@northwind.example' }).getAttribute('href'),
  ).toBe('/admin/inbox?open=0198f5a0-0000-7000-8000-000000000021');
  await userEvent.click(list.getByRole('link', { name: 'Look: 3 jobs of send-mail failed for good' }));
  expect(app.address()).toBe('/admin/queues');
});

test('failing automations stand by their reason, the most first, and a review is no failure', async () => {
  const { app } = show({
    failing: {
      automations: 13,
      active: 8212,
      groups: [
        {
          reason: 'target_column_locked',
          class: 'configuration',
          isReview: false,
          automations: 6,
          users: 4,
          since: '2026-11-20T10:00:00Z',
          pausesAt: inHours(5),
        },
        {
          reason: null,
          class: 'bug',
          isReview: false,
          automations: 4,
          users: 1,
          since: null,
          pausesAt: null,
        },
        {
          reason: 'source_empty',
          class: 'needs_user',
          isReview: true,
          automations: 3,
          users: 2,
          since: null,
          pausesAt: null,
        },
      ],
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Failing automations' }));
  card.getByText('13 of 8,212');
  card.getByText('Target column locked');
  card.getByText('Configuration, 4 users, the first since Nov 20, the first pauses in 5 h');
  card.getByText('Our bug, 1 user');
  const bars = card.getAllByRole('listitem').map((one) => one.querySelector('.bg-bad, .bg-warn')?.className);
  expect(bars.map((bar) => /bg-(\w+)/.exec(bar ?? '')?.[1])).toEqual(['bad', 'bad', 'warn']);
  await userEvent.click(card.getByRole('link', { name: 'Show all 13' }));
  expect(app.address()).toBe('/admin/automations');
});

test('a page that cannot be loaded can be tried again', async () => {
  const away = { status: 503, body: { code: 'unavailable', message: 'Away' } };
  const api = fakeApi({ ...adminApi, 'GET /api/admin/now': away });
  renderApp('/admin');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.handlers['GET /api/admin/now'] = { body: adminNow() };
  await userEvent.click(retry);
  await screen.findByRole('heading', { level: 1, name: 'Everything runs' });
});
