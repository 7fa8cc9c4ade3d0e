import { expect, type Page, type Request, test } from '../journey.ts';
import { untilSettled } from '../known.ts';
import {
  createAutomationByApi,
  deleteAutomations,
  login,
  newPerson,
  signIn,
  signInConnected,
} from '../person.ts';

test.afterEach(async ({ page }) => {
  await page.context().setOffline(false);
  await deleteAutomations(page);
});

const staff = {
  name: 'Staff into Assignments',
  source: { sheet: 'Staff directory', column: 'Full name' },
  target: { sheet: 'Assignments', column: 'Owner' },
};

test('a session that ends elsewhere is said at once, and the page of one person is not left to another', async ({
  page,
}) => {
  const [first, second] = [newPerson(), newPerson()];
  await signIn(page, second);
  await page.context().clearCookies();
  await signIn(page, first);
  await page.goto('/dashboard');
  await expect(page.getByText(first.email)).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  await login(other, second);
  await expect(other.getByText(second.email)).toBeVisible();
  await expect(page.getByText(second.email)).toBeVisible();
  await expect(page.getByText(first.email)).toHaveCount(0);
});

/** Reloads the page and waits for these parts of it, and for what they import: that is asked for together with them. */
async function reloadUntilThere(page: Page, parts: string[]): Promise<void> {
  const awaited = new Set(parts);
  const underWay = new Set<Request>();
  page.on('request', (request) => request.url().endsWith('.js') && underWay.add(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => {
    if (!underWay.delete(request)) return;
    for (const part of awaited) if (request.url().includes(`/${part}-`)) awaited.delete(part);
  });
  await page.reload();
  await expect.poll(() => [...awaited, ...[...underWay].map((request) => request.url())]).toEqual([]);
}

test('a Retry above the open form loads what a new version has moved, and nothing typed is lost', async ({
  page,
}) => {
  await signInConnected(page);
  const gone = /\/assets\/dialogs-/;
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/dashboard?dialog=new-configuration');
  await page.getByLabel('Automation Name').fill('Typed in the old version');
  await page.keyboard.press('Escape');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeFocused();
  await page.unroute(gone);
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(page.getByLabel('Automation Name')).toHaveValue('Typed in the old version');
});

test('the first message, question and form of a page work without a network', async ({ page }) => {
  await signInConnected(page);
  await createAutomationByApi(page, staff);
  // What floats over the page, and the form, come while it is idle.
  await reloadUntilThere(page, ['toasts', 'confirm-dialog', 'create-automation-dialog']);
  const row = page.getByRole('row', { name: staff.name });
  const sync = row.getByRole('button', { name: `Sync Now: ${staff.name}` });
  // Waits for the end of the first syncs, because without a network the page would not get its event.
  await untilSettled(page);
  await expect(sync).toBeEnabled();

  await page.context().setOffline(true);
  await sync.click();
  await expect(page.getByText('Sync failed').first()).toBeVisible();
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByLabel('Automation Name').fill('Typed without a network');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Discard your entries?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(page.getByLabel('Automation Name')).toHaveValue('Typed without a network');
});
