import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SeenAutomation, SupportView } from '../../api/admin.queries.ts';
import { adminApi, adminUser, adminUserDetail } from '../../testing/admin.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const viewId = '0198f5a0-0000-7000-8000-0000000000f1';
const user = adminUserDetail();
const automation: SeenAutomation = {
  id: '0198f5a0-0000-7000-8000-0000000000f2',
  name: 'Staff into Assignments',
  sheetName: 'Assignments',
  sourceSheetName: 'Staff directory',
  sourceColumnName: 'Full name',
  targetColumnName: 'Owner',
  isActive: true,
  lastUpdated: null,
  checkedAt: null,
  lastError: null,
  webhookId: null,
  webhookEnabled: false,
  waiting: null,
  periodic: { message: 'Smartsheet has disabled the webhook.' },
  lastRun: { outcome: 'unchanged', optionCount: 42 },
};

function opened(until: Date): SupportView {
  return {
    id: viewId,
    reason: 'Message of Nov 23: stays Periodic',
    at: new Date().toISOString(),
    until: until.toISOString(),
    user,
    activity: [
      {
        id: 'a1',
        action: 'update_dropdown',
        status: 'error',
        configurationName: 'Regions into CRM',
        timestamp: '2026-11-21T14:33:00.000Z',
      },
    ],
  };
}

const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000);
const open = `POST /api/admin/users/${user.id}/support-view`;
const end = `POST /api/admin/support-views/${viewId}/end`;
const check = `POST /api/admin/automations/${automation.id}/check`;
const mend = `POST /api/admin/automations/${automation.id}/mend-webhook`;
const answers = (view: SupportView) => ({
  ...adminApi,
  'GET /api/admin/users': { body: [adminUser()] },
  [`GET /api/admin/users/${user.id}`]: { body: user },
  [`GET /api/admin/users/${user.id}/payments`]: { body: [] },
  [open]: { body: { message: 'You see what they see, for 30 minutes.', viewId } },
  [`GET /api/admin/support-views/${viewId}`]: { body: view },
  [`GET /api/admin/support-views/${viewId}/automations`]: { body: [automation] },
  [end]: { body: { message: 'The view has ended.' } },
});

test('an administrator opens the dashboard of a user with a reason, and ends it', async () => {
  const api = fakeApi(answers(opened(inHalfAnHour())));
  const app = renderApp(`/admin/users?open=${user.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Look at this account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Look at this account' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }));
  await dialog.findByText('Please say why');
  expect(api.received(open)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Stays Periodic');
  await userEvent.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }));

  const frame = within(await screen.findByRole('region', { name: `What ${user.email} sees` }));
  expect(app.address()).toBe(`/admin/support-view?open=${viewId}`);
  expect(api.received(open).map(({ body }) => body)).toEqual([{ reason: 'Stays Periodic' }]);
  frame.getByText(`You see what ${user.email} sees.`);
  frame.getByText(/Read only, until /);
  await frame.findByText('Staff into Assignments');
  frame.getByText('Staff directory · Full name → Assignments · Owner. 42 options, not shown');
  frame.getByText('Periodic: Smartsheet has disabled the webhook.');
  frame.getByText(/could not update its list/);

  await userEvent.click(frame.getByRole('button', { name: 'End' }));
  await screen.findByText('This view has ended');
  expect(api.received(end)).toHaveLength(1);
  expect(screen.queryByText('Staff into Assignments')).toBeNull();
});

test('a view whose time is over shows nothing of the user', async () => {
  fakeApi(answers(opened(new Date(Date.now() - 1))));
  renderApp(`/admin/support-view?open=${viewId}`);
  await screen.findByText('This view has ended');
  expect(screen.queryByText(user.email)).toBeNull();
});

test('a view that the server has closed says so, and the menu has no entry for it', async () => {
  const closed = { status: 404, body: { code: 'not_found', message: 'This view has ended. Open another.' } };
  fakeApi({
    ...answers(opened(inHalfAnHour())),
    [`GET /api/admin/support-views/${viewId}`]: closed,
  });
  renderApp(`/admin/support-view?open=${viewId}`);
  await screen.findByText('This view has ended. Open another.');
  const menu = within(screen.getByRole('navigation', { name: 'People' }));
  await waitFor(() => expect(menu.getByRole('link', { name: /^Inbox/ })).toBeTruthy());
  expect(menu.queryByRole('link', { name: 'Support view' })).toBeNull();
});

test('support has the health of an automation checked with a reason, and reads what was found', async () => {
  const finding = (status: string, message: string) => ({ check: 'lock', status, message, fix: null });
  const api = fakeApi({
    ...answers(opened(inHalfAnHour())),
    [check]: {
      body: {
        message: 'It was checked: one problem was found.',
        checkedAt: '2026-11-21T14:33:00.000Z',
        findings: [
          finding('ok', 'Both sheets are there.'),
          finding('problem', 'The target column is locked.'),
        ],
      },
    },
  });
  renderApp(`/admin/support-view?open=${viewId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Check health: Staff into Assignments' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Check the health of Staff into Assignments?' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Check health' }));
  await dialog.findByText('Please say why');
  expect(api.received(check)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Stays Periodic');
  await userEvent.click(dialog.getByRole('button', { name: 'Check health' }));

  const report = within(await screen.findByRole('dialog', { name: 'Health of Staff into Assignments' }));
  const list = within(report.getByRole('list', { name: 'What was found' }));
  const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['ProblemThe target column is locked.', 'FineBoth sheets are there.']);
  expect(api.received(check).map(({ body }) => body)).toEqual([{ reason: 'Stays Periodic' }]);
});

test('support has a webhook mended, and reads why there is none to mend', async () => {
  const message = 'Their plan has no real-time sync, so there is no webhook to mend.';
  fakeApi({
    ...answers(opened(inHalfAnHour())),
    [mend]: { status: 400, body: { code: 'validation_failed', message } },
  });
  renderApp(`/admin/support-view?open=${viewId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Mend webhook: Staff into Assignments' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Mend the webhook of Staff into Assignments?' }),
  );
  await userEvent.type(dialog.getByLabelText('Reason'), 'Stays Periodic');
  await userEvent.click(dialog.getByRole('button', { name: 'Mend webhook' }));
  await dialog.findByText(message);
});
