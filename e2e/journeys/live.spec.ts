import { endPauses } from '../database.ts';
import { expect, type Page, test } from '../journey.ts';
import { noteDelay, untilKnown, untilSettled } from '../known.ts';
import { createAutomationByApi, deleteAutomations, reconnect, signInConnected } from '../person.ts';
import { editCell, tellSandbox } from '../sandbox.ts';

const office = 'office@northwind.example';
const list = {
  name: 'Clients into Time sheet',
  source: { sheet: 'Clients', column: 'Client name' },
  target: { sheet: 'Time sheet 2026', column: 'Client' },
};

/** Returns the row of the automation after its first sync has ended. */
async function openRow(page: Page) {
  await signInConnected(page);
  await createAutomationByApi(page, list);
  const row = page.getByRole('row', { name: new RegExp(list.name) });
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText(/^All lists are in sync\./)).toBeVisible();
  return row;
}

test.afterEach(async ({ page }) => {
  await tellSandbox('DELETE', '/api/faults');
  await page.context().setOffline(false);
  await deleteAutomations(page);
});

test('a run that has finished shows in its row, in the figures and for screen readers', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  const stream = page.waitForResponse(/\/api\/events/);
  const row = await openRow(page);
  expect((await stream).headers()['content-type']).toMatch(/^text\/event-stream/);
  await expect(row.getByRole('img', { name: /^Last (run|\d+ runs):/ })).toBeVisible();
  await editCell({ sheet: 'Clients', column: 'Client name', row: 2, value: 'Aurora Foundry' });
  const { request } = page.context();
  await expect
    .poll(async () => (await (await request.get('/api/configurations')).json())[0]?.recentRuns.length, {
      intervals: [250],
    })
    .toBeGreaterThan(1);
  await noteDelay(() => expect(row.getByRole('img', { name: /^Last \d runs: \d changed/ })).toBeVisible());
  await expect(page.getByText(`${list.name}: 1 added, 1 removed`)).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByRole('listitem').filter({ hasText: 'updated its list' }).first()).toBeVisible();
});

test('a connection that is revoked is said in the line, in the rows and in the sidebar, until it is allowed again', async ({
  page,
}) => {
  const row = await openRow(page);
  const { request } = page.context();
  const [{ id }] = await (await request.get('/api/configurations')).json();
  await tellSandbox('PUT', '/api/faults', { revoke: [office] });
  // Whatever calls Smartsheet first finds out: this sync, or a job that was still to come. Then no row has a button for it.
  const headers = { origin: new URL(page.url()).origin };
  await request.post(`/api/configurations/${id}/sync`, { headers });
  await expect
    .poll(async () => (await (await request.get('/api/auth/status')).json()).smartsheetState, {
      intervals: [250],
    })
    .toBe('needs_reconnect');
  await noteDelay(async () => {
    const line =
      'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Reconnect your Smartsheet account.';
    await expect(page.getByText(line, { exact: true }).first()).toBeVisible();
  });
  await expect(row.getByText('Connection stopped')).toBeVisible();
  await expect(row.getByText('Reconnect to go on')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reconnect your Smartsheet account' })).toBeVisible();
  await expect(page.getByText('Healthy')).toBeHidden();
  await expect(page.getByText(/^All lists are in sync/)).toBeHidden();

  await reconnect(page);
  await expect(page.getByText(/^All lists are in sync\./)).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Healthy')).toBeVisible();
  await expect(page.getByText('Reconnect', { exact: true })).toHaveCount(0);
});

test('offline is said with the time, and everything goes on when the network is back', async ({ page }) => {
  const row = await openRow(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline, as of (\w+ \d+, )?\d+:\d\d\s[AP]M$/)).toBeVisible();
  await editCell({ sheet: 'Clients', column: 'Client name', row: 3, value: 'Borealis Works' });
  await expect(row).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Offline, as of/)).toBeHidden();
  await expect(page.getByText(`${list.name}: 1 added`)).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByText(/^All lists are in sync\./)).toBeVisible();

  // A page whose code was never loaded shows a failure in its place, and loads when there is a network again.
  await page.context().setOffline(true);
  const help = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help & Support' });
  await help.click();
  await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeFocused();
  await expect(help).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
  await help.click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
});

test('the line and the row say that Smartsheet limits requests, with the next try, until it stops', async ({
  page,
}) => {
  const row = await openRow(page);
  await untilSettled(page);
  await tellSandbox('PUT', '/api/faults', { storm: true });
  await row.getByRole('button', { name: `Sync Now: ${list.name}` }).click();
  await untilKnown(page, ({ waiting }) => waiting !== null);
  await noteDelay(() =>
    expect(page.getByText(/^Smartsheet is limiting requests, next try at \d+:\d\d\s[AP]M$/)).toBeVisible(),
  );
  await expect(row.getByText('Waiting to sync')).toBeVisible();
  await expect(
    page.getByRole('row', {
      name: /^Smartsheet is limiting requests for your account, so this sync waits and tries again by itself\. Next try at \d+:\d\d\s[AP]M\.$/,
    }),
  ).toBeVisible();
  await expect(page.getByText('Limited', { exact: true }).first()).toBeVisible();
  await tellSandbox('PUT', '/api/faults', {});
  await endPauses();
  await untilKnown(page, ({ waiting, syncState }) => waiting === null && syncState === 'idle');
  await noteDelay(() => expect(page.getByText(/^All lists are in sync\./)).toBeVisible());
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Healthy').first()).toBeVisible();
});
