import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expectRoomInCells } from '../in-sight.ts';
import { expect, type Page, test } from '../journey.ts';
import { untilSettled } from '../known.ts';
import { createAutomationByApi, deleteAutomations, signInConnected, syncByApi } from '../person.ts';

const staff = {
  name: 'Staff into Assignments',
  source: { sheet: 'Staff directory', column: 'Full name' },
  target: { sheet: 'Assignments', column: 'Owner' },
};

test.beforeEach(({ page }) => signInConnected(page));
test.afterEach(({ page }) => deleteAutomations(page));

const getRow = (page: Page, { name }: { name: string }) => page.getByRole('row', { name });

test('the name of a row leads to the page of its automation, which shows each run as it ends', async ({
  page,
}) => {
  await createAutomationByApi(page, staff);
  const row = getRow(page, staff);
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: staff.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: staff.name })).toBeVisible();
  await expect(page.getByText(/^In sync as of (\w+ \d+, )?\d+:\d\d\s[AP]M, checked /)).toBeVisible();
  await expect(page.getByText(/^Nothing\. All \d+ options are as they should be\.$/)).toBeVisible();
  const first = page.getByRole('list', { name: 'Runs' });
  await expect(first).toContainText('First sync');
  // Else the look that follows the setting up of the webhook could end after the run that is asked for below.
  await untilSettled(page);
  await expectAccessible(page);
  // A run that ends while the page is open shows by itself.
  const syncNow = page.getByRole('button', { name: 'Sync Now' });
  await syncNow.click();
  await expect(first).toContainText('Sync Now by you');
  // From five on they stand in a table.
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(async () => {
    if (await runs.isHidden()) await syncNow.click({ timeout: 1000 });
    await expect(runs).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectRoomInCells(runs);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
  await expect(row).toBeVisible();
});

test('the page, the form and the confirmation say that the automation was deleted in another window', async ({
  page,
}) => {
  for (const openIt of [() => chooseInMenu(page, 'Edit'), () => chooseInMenu(page, 'Delete')]) {
    await createAutomationByApi(page, staff);
    await expect(getRow(page, staff).getByText('Active', { exact: true })).toBeVisible();
    await openIt();
    await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toBeVisible();
    await deleteAutomations(page);
    await expect(page.getByText('This automation was deleted in another window')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('No configurations found.')).toBeVisible();
  }
  await createAutomationByApi(page, staff);
  await getRow(page, staff).getByRole('link', { name: staff.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: staff.name })).toBeVisible();
  await deleteAutomations(page);
  await expect(page.getByText('This automation was deleted in another window')).toBeVisible();
  await expectNoViolations(page);
});

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await getRow(page, staff)
    .getByRole('button', { name: `More: ${staff.name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the filters of the activity stay through a reload and come back with Back', async ({ page }) => {
  await createAutomationByApi(page, staff);
  // Not with the button: it does nothing while another sync goes on, as after the setting up of the webhook.
  await syncByApi(page);
  const synced = page.getByText(`${staff.name} was synced by hand`);
  const created = page.getByText(`${staff.name} was created`);
  await expect(synced).toBeVisible();
  await page.getByRole('link', { name: 'View all activity logs' }).click();
  await expect(created).toBeVisible();
  await page.getByRole('button', { name: /^Action:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Manual sync' }).click();
  await expect(created).toBeHidden();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Action: Manual sync' })).toBeVisible();
  await expect(synced).toBeVisible();
  await expect(created).toBeHidden();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Action: Manual sync' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Action: All actions' })).toBeVisible();
  await expect(created).toBeVisible();
});

test('Back closes what the menu of a row has opened, on a wide screen and on a phone', async ({ page }) => {
  await createAutomationByApi(page, staff);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    // The page before is another document: Back must not lead there.
    await page.goto('/help');
    await page.goto('/dashboard');
    const more = page.getByRole('button', { name: `More: ${staff.name}` });
    await more.click();
    // A phone has the buttons of the row in the menu as well.
    const first = size.width < 768 ? 'Sync Now' : 'Edit';
    await expect(page.getByRole('menuitem', { name: first })).toBeFocused();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Help & Support' })).toBeVisible();
  }
});
