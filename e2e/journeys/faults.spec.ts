import { endPauses } from '../database.ts';
import { expect, type Page, test } from '../journey.ts';
import { noteDelay, untilKnown, untilSettled } from '../known.ts';
import { createAutomationByApi, deleteAutomations, signInConnected, syncByApi } from '../person.ts';
import { sheet, tellSandbox } from '../sandbox.ts';

const office = 'office@northwind.example';
const clients = {
  name: 'Clients into Time sheet',
  source: { sheet: 'Clients', column: 'Client name' },
  target: { sheet: 'Time sheet 2026', column: 'Client' },
};
const regions = {
  name: 'Regions into CRM pipeline',
  source: { sheet: 'Regions', column: 'Region' },
  target: { sheet: 'CRM pipeline', column: 'Region' },
};

const getRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const syncNow = (page: Page, name: string) => page.getByRole('button', { name: `Sync Now: ${name}` }).click();
const inSync = (page: Page) => page.getByText(/^All lists are in sync\./);

test.beforeEach(async ({ page }) => {
  await signInConnected(page);
});

test.afterEach(async ({ page }) => {
  await tellSandbox('DELETE', '/api/faults');
  await deleteAutomations(page);
});

test('a Smartsheet that does not answer, then answers with errors only, is told with the time and then forgotten', async ({
  page,
}) => {
  await createAutomationByApi(page, clients);
  const row = getRow(page, clients.name);
  await expect(inSync(page)).toBeVisible();
  // Otherwise the sync that follows the setting up of the webhook is the one that is delayed.
  await untilSettled(page);

  await tellSandbox('PUT', '/api/faults', { hold: 'before' });
  // A scheduled sync may be delayed already, and the page offers no other until it ends.
  await syncByApi(page);
  await untilKnown(page, ({ slowSince }) => slowSince !== null);
  await noteDelay(() =>
    expect(
      page.getByText(/^Smartsheet has been slow to answer since (\w+ \d+, )?\d+:\d\d\s[AP]M$/),
    ).toBeVisible(),
  );
  await expect(row.getByText('Syncing')).toBeVisible();
  await expect(
    page.getByText(
      /^Smartsheet has been slow to answer since (\w+ \d+, )?\d+:\d\d\s[AP]M\. The sync goes on/,
    ),
  ).toBeVisible();
  await expect(page.getByText('Slow', { exact: true }).first()).toBeVisible();
  await tellSandbox('PUT', '/api/faults', {});
  await expect(inSync(page)).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();

  await tellSandbox('PUT', '/api/faults', { errorRate: 1, accounts: [office] });
  await syncNow(page, clients.name);
  await untilKnown(page, ({ waiting }) => waiting !== null);
  await noteDelay(() =>
    expect(
      page.getByText(
        /^Smartsheet has answered with errors or not at all since (\w+ \d+, )?\d+:\d\d\s[AP]M, next try at \d+:\d\d\s[AP]M$/,
      ),
    ).toBeVisible(),
  );
  await expect(row.getByText('Waiting to sync')).toBeVisible();
  await expect(page.getByText('Unreachable', { exact: true }).first()).toBeVisible();
  await tellSandbox('PUT', '/api/faults', {});
  await endPauses();
  await expect(inSync(page)).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Healthy').first()).toBeVisible();
});

test('a sheet that was deleted and a right that was taken away are said in the line and in their rows', async ({
  page,
}) => {
  await createAutomationByApi(page, clients);
  await createAutomationByApi(page, regions);
  await expect(inSync(page)).toBeVisible();
  await untilSettled(page);
  const [source, target] = [await sheet('Clients'), await sheet('CRM pipeline')];

  const shareTarget = (access: string) =>
    tellSandbox('PUT', `/api/console/sheets/${target.id}/shares`, { email: office, access });
  await shareTarget('VIEWER');
  await syncNow(page, regions.name);
  await untilKnown(page, ({ lastFailure }) => lastFailure === 'target_no_right');
  await noteDelay(() => expect(page.getByText(/^1 automation needs your attention\./)).toBeVisible());
  await expect(getRow(page, regions.name).getByText('Error', { exact: true })).toBeVisible();
  await expect(
    page
      .getByText('You can no longer change the destination sheet. Ask its owner to make you an admin.')
      .first(),
  ).toBeVisible();

  await tellSandbox('DELETE', `/api/console/sheets/${source.id}`);
  await syncNow(page, clients.name);
  await expect(page.getByText(/^2 automations need your attention\./)).toBeVisible();
  await expect(getRow(page, clients.name).getByText('Error', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^The source sheet was deleted or is no longer shared with you\./).first(),
  ).toBeVisible();

  await shareTarget('ADMIN');
  await syncNow(page, regions.name);
  await untilKnown(page, ({ lastFailure }) => lastFailure === null);
  await noteDelay(() => expect(page.getByText(/^1 automation needs your attention\./)).toBeVisible());
  await expect(getRow(page, regions.name).getByText('Active', { exact: true })).toBeVisible();
});
