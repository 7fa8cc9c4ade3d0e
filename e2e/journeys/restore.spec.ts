import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, test } from '../journey.ts';
import { createAutomationByApi, deleteAutomations, openOption, signInConnected } from '../person.ts';
import { editCell, readOptions } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const target = { sheet: 'Site 001', column: 'Region' };

test('a list that a run has changed is kept in its sheet, restored, and kept when the source is followed again', async ({
  page,
}) => {
  const name = 'Regions into the first site';
  await signInConnected(page);
  await createAutomationByApi(page, { name, source: { sheet: 'Regions', column: 'Region' }, target });
  const [{ id }] = await (await page.context().request.get('/api/configurations')).json();
  await page.goto(`/automations/${id}`);

  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await openOption(page, 'Copies');
  await page.getByRole('checkbox', { name: /^Keep a copy of the list in the destination sheet/ }).click();
  await expect(page.getByRole('region', { name: 'What stands in the sheet' })).toContainText('Region');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('is kept in its sheet before options are removed.')).toBeVisible();

  const before = await readOptions(target);
  const [lost = ''] = before;
  await editCell({ sheet: 'Regions', column: 'Region', row: 1, value: 'Oceania and beyond' });
  await expect.poll(() => readOptions(target)).not.toContain(lost);

  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs.getByText(`${before.length} options`)).toBeVisible();
  await runs.getByRole('link', { name: /^Restore this list/ }).click();
  await expect(page.getByRole('heading', { name: /^Back to the list before / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Comes back 1' })).toContainText(lost);
  await expect(page.getByRole('region', { name: 'Goes 1' })).toContainText('Oceania and beyond');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Restore and pause' }).click();
  await expect(page.getByText('Paused after a restore')).toBeVisible();
  expect(await readOptions(target)).toEqual(before);
  await expect(runs.getByText('Restored by you')).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activate: the source would win again' });
  await expect(dialog).toContainText('still lacks the 1 name that came back');
  await dialog.getByRole('radio', { name: 'Follow it, and keep this one' }).check();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(() => readOptions(target)).toEqual(expect.arrayContaining([lost, 'Oceania and beyond']));
});
