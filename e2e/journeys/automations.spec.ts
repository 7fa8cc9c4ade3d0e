import { expect, test } from '@playwright/test';
import { choose, createAutomation, signInConnected } from '../person.ts';
import { optionsOf } from '../sandbox.ts';

test.beforeEach(({ page }) => signInConnected(page));

test('a column that cannot be filled is shown with its reason and cannot be chosen', async ({ page }) => {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await choose(page, 'Destination Sheet', 'Time sheet 2026');
  await page.getByRole('combobox', { name: 'Target Dropdown Column', exact: true }).click();
  const reasons = {
    Approver: 'The column is locked',
    Approved: 'Symbol columns have a fixed list',
    Entry: 'Not a dropdown column',
  };
  for (const [title, reason] of Object.entries(reasons)) {
    const option = page.getByRole('option', { name: new RegExp(`^${title}\\b.*${reason}`) });
    await expect(option).toBeDisabled();
  }
});

test('a form without its choices says what is missing', async ({ page }) => {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByRole('button', { name: 'Create Automation' }).click();
  await expect(
    page.getByText('Please fill in all required source and destination fields').first(),
  ).toBeVisible();
  for (const message of [
    'Automation name is required',
    'Source sheet ID is required',
    'Source column ID is required',
    'Destination sheet ID is required',
    'Destination column ID is required',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
});

test('an automation is deleted only after a second question, and the dropdown keeps its options', async ({
  page,
}) => {
  const target = { sheet: 'Assignments', column: 'Project' };
  await createAutomation(page, {
    name: 'Projects into Assignments',
    source: { sheet: 'Projects', column: 'Project' },
    target,
  });
  const row = page.getByRole('row', { name: /Projects into Assignments/ });
  await expect(row.getByText('Active')).toBeVisible();
  const options = await optionsOf(target);
  const askToDelete = async () => {
    await row.getByRole('button', { name: 'More: Projects into Assignments' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };

  await askToDelete();
  const question = page.getByRole('alertdialog', { name: 'Delete Automation' });
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await askToDelete();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Configuration deleted').first()).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page.getByText('No configurations found. Create your first automation above.')).toBeVisible();
  expect(await optionsOf(target)).toEqual(options);
});

test('a sync that would remove too much stops, and goes on when its owner allows more', async ({ page }) => {
  const target = { sheet: 'Expense report', column: 'Category' };
  const before = await optionsOf(target);
  await createAutomation(page, {
    name: 'Regions into Expense report',
    source: { sheet: 'Regions', column: 'Region' },
    target,
  });
  const row = page.getByRole('row', { name: /Regions into Expense report/ });
  await expect(row.getByText('Needs your review')).toBeVisible();
  expect(await optionsOf(target)).toEqual(before);

  await page.getByRole('button', { name: 'Allow more removals' }).click();
  const limit = page.getByLabel('Removal limit');
  await expect(limit).toBeFocused();
  await limit.fill('100');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Automation updated').first()).toBeVisible();
  await expect(row.getByText('Active')).toBeVisible();
  await expect.poll(() => optionsOf(target), 'the options of the dropdown').not.toEqual(before);
});
