import { expectAccessible } from '../accessibility.ts';
import { inDatabase } from '../database.ts';
import { expect, test } from '../journey.ts';
import { allowSmartsheet, choose, deleteAutomations, newPerson, openOption, signIn } from '../person.ts';
import { readOptions } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

test('a filter and a pin on Premium are previewed, created, and then stand in the dropdown', async ({
  page,
}) => {
  const person = newPerson();
  await signIn(page, person);
  await inDatabase(
    [`update users set subscription_tier = 'premium', subscription_status = 'active' where email = $1`],
    [person.email],
  );
  await allowSmartsheet(page);
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await choose(page, 'Source Sheet', 'Clients');
  await choose(page, 'Source Column', 'Client name');
  await choose(page, 'Destination Sheet', 'Time sheet 2026');
  await choose(page, 'Target Dropdown Column', 'Client');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Adds 28 options, removes 2' })).toBeVisible();
  await page.getByRole('button', { name: /^Ready\. \d checks passed/ }).click();
  await expect(page.getByText('33 options fit, the limit is 500.')).toBeVisible();

  await openOption(page, 'Filters');
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await choose(page, 'Column of filter 1', 'Client name');
  await page.getByLabel('Comparison of filter 1').selectOption('is not');
  await page.getByLabel('Value of filter 1').fill('Aldergrove Dairy');
  await openOption(page, 'Pinned last');
  await page.getByLabel('Pin an option last').fill('Other');
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('heading', { name: 'Adds 29 options, removes 3' })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Removed 3' })).toContainText('Aldergrove Dairy');
  await expectAccessible(page, { widths: [1280] });

  await page.getByRole('button', { name: 'Create Automation' }).click();
  await expect(page.getByText('Your automation has been set up successfully').first()).toBeVisible();
  const target = { sheet: 'Time sheet 2026', column: 'Client' };
  await expect.poll(async () => (await readOptions(target)).at(-1)).toBe('Other');
  const options = await readOptions(target);
  expect(options).toHaveLength(33);
  expect(options).not.toContain('Aldergrove Dairy');
});
