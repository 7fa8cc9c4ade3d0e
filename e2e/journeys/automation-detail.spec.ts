import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, type Page, test } from '../journey.ts';
import { createAutomationByApi, deleteAutomations, signInConnected } from '../person.ts';

const staff = {
  name: 'Staff into Assignments',
  source: { sheet: 'Staff directory', column: 'Full name' },
  target: { sheet: 'Assignments', column: 'Owner' },
};
const regions = {
  name: 'Regions into Expense report',
  source: { sheet: 'Regions', column: 'Region' },
  target: { sheet: 'Expense report', column: 'Category' },
};

test.beforeEach(({ page }) => signInConnected(page));
test.afterEach(({ page }) => deleteAutomations(page));

const rowOf = (page: Page, { name }: { name: string }) => page.getByRole('row', { name });
const panelOf = (page: Page, { name }: { name: string }) => page.getByRole('dialog', { name });

test('a row opens to its runs; Back closes it, and a link opens it', async ({ page }) => {
  await createAutomationByApi(page, staff);
  const row = rowOf(page, staff);
  await expect(row.getByText('Active')).toBeVisible();
  await row.getByText('Staff directory').click();
  const panel = panelOf(page, staff);
  const runs = panel.getByRole('list').filter({ has: page.getByRole('time') });
  await expect(runs.getByRole('listitem').first()).toContainText('Automatic');
  await expect(panel.getByText('Full name')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Legend' })).toContainText('Waits for your review');
  const link = page.url();
  await expectAccessible(page);

  // A run that ends while the panel is open shows by itself.
  const before = await runs.getByRole('listitem').count();
  await panel.getByRole('button', { name: 'Sync Now' }).click();
  await expect(runs.getByRole('listitem')).toHaveCount(before + 1);
  await expect(runs.getByRole('listitem').first()).toContainText('Asked for by you');

  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(row).toBeVisible();
  await page.goto(link);
  await expect(runs.getByRole('listitem')).toHaveCount(before + 1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await row.getByRole('link', { name: staff.name }).focus();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
});

test('the panel of an automation that stopped says why, and leads on', async ({ page }) => {
  await createAutomationByApi(page, regions);
  await expect(rowOf(page, regions).getByText('Needs your review')).toBeVisible();
  await rowOf(page, regions).getByRole('link', { name: regions.name }).click();
  const panel = panelOf(page, regions);
  const trouble = panel.getByRole('region', { name: 'What needs attention' });
  await expect(trouble).toContainText('nothing was changed');
  await expectNoViolations(page);
  await trouble.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('button', { name: 'Approve exactly this' })).toBeVisible();
  await page.goBack();
  await expect(panel).toBeVisible();
});

test('that an automation was deleted in another window is said while its panel, its form or the question before it is deleted is open', async ({
  page,
}) => {
  const openPanel = () => rowOf(page, staff).getByRole('link', { name: staff.name }).click();
  for (const openIt of [openPanel, () => chooseInMenu(page, 'Edit'), () => chooseInMenu(page, 'Delete')]) {
    await createAutomationByApi(page, staff);
    await expect(rowOf(page, staff).getByText('Active')).toBeVisible();
    await openIt();
    await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toBeVisible();
    await deleteAutomations(page);
    await expect(page.getByText('This automation was deleted in another window')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('No configurations found.')).toBeVisible();
  }
});

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await rowOf(page, staff)
    .getByRole('button', { name: `More: ${staff.name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the filters of the activity stay through a reload and come back with Back', async ({ page }) => {
  await createAutomationByApi(page, staff);
  await page.getByRole('button', { name: `Sync Now: ${staff.name}` }).click();
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

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`Back closes the menu of a row, and what it opened, at ${size.width} pixels`, async ({ page }) => {
    await page.setViewportSize(size);
    await createAutomationByApi(page, staff);
    // The page before is another document: Back must not lead there.
    await page.goto('/help');
    await page.goto('/dashboard');
    const more = page.getByRole('button', { name: `More: ${staff.name}` });
    await more.click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(more).toBeFocused();
    await expect(page).toHaveURL('/dashboard');

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Help & Support' })).toBeVisible();
  });
}
