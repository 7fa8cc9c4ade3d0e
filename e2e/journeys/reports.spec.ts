import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, test } from '../journey.ts';
import { makeSheet } from '../make-sheet.ts';
import { createAutomation, deleteAutomations, openOption, signInConnected } from '../person.ts';
import { editCell, readOptions, saveReport } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const report = 'Projects of all regions';
const target = { sheet: 'Hours of all regions', column: 'Project' };

test('a report is chosen below the sheets and read with each check, and fewer sheets than before ask first', async ({
  page,
}) => {
  await makeSheet({ name: 'Projects north', rows: ['Bridge', 'Harbour', 'Mill'] });
  await makeSheet({ name: 'Projects south', rows: ['Orchard', 'Quarry'] });
  await makeSheet({ name: target.sheet, dropdown: { title: target.column, options: ['Bridge'] } });
  await saveReport({ name: report, sheets: ['Projects north', 'Projects south'] });
  await signInConnected(page);

  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByRole('combobox', { name: 'Source Sheet', exact: true }).fill('project');
  const summary = page.getByRole('option', { name: /^Project budget summary/ });
  await expect(summary).toHaveText(/A summary report has no rows to read/);
  await expect(summary).toBeDisabled();
  await page.getByRole('option', { name: report }).click();
  await expect(page.getByText('A report of 2 sheets, read with each check, every 15 minutes')).toBeVisible();
  await page.getByRole('combobox', { name: 'Source Column', exact: true }).click();
  await expect(page.getByRole('option', { name: /^Sheet name/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await openOption(page, 'Mode');
  await expect(page.getByRole('radio', { name: 'Two-way' })).toBeDisabled();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await createAutomation(page, { name: 'Of all regions', source: { sheet: report, column: 'Name' }, target });
  await expect.poll(() => readOptions(target)).toHaveLength(5);
  const [{ id }] = await (await page.context().request.get('/api/configurations')).json();
  await page.goto(`/automations/${id}`);
  await expect(page.getByText('Name · 5 rows of 2 sheets')).toBeVisible();
  await expect(page.getByText(/^The source is a report\./).first()).toBeVisible();
  await expectAccessible(page);

  const syncNow = page.getByRole('button', { name: 'Sync Now' });
  await editCell({ sheet: 'Projects south', column: 'Name', row: 1, value: 'Old orchard' });
  await syncNow.click();
  await expect.poll(() => readOptions(target)).toContain('Old orchard');

  await saveReport({ name: report, sheets: ['Projects north'] });
  await expect(syncNow).toBeEnabled();
  await syncNow.click();
  await page.getByRole('link', { name: 'Review 2 removals' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'The report reads fewer sheets than before' }),
  ).toBeVisible();
  await expect(page.getByText(/^The report reads 1 sheet instead of 2\./)).toBeVisible();
  expect(await readOptions(target)).toContain('Quarry');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve exactly this' }).click();
  await expect(page.getByRole('heading', { name: 'Approved and written' })).toBeVisible();
  expect(await readOptions(target)).toEqual(['Bridge', 'Harbour', 'Mill']);
});
