import { expectAccessible } from '../accessibility.ts';
import { inDatabase } from '../database.ts';
import { expect, test } from '../journey.ts';
import { makeSheet } from '../make-sheet.ts';
import { allowSmartsheet, createAutomationByApi, deleteAutomations, newPerson, signIn } from '../person.ts';
import { readOptions } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

test('two dropdowns that look like a list are found and added in one go, and stand together', async ({
  page,
}) => {
  const person = newPerson();
  await signIn(page, person);
  await inDatabase([`update users set max_configurations = 10 where email = $1`], [person.email]);
  // First by their names, so that they are among the first that are looked at.
  const values = ['Alder', 'Birch', 'Cedar'];
  await makeSheet({ name: '000 Trees', rows: values });
  for (const name of ['000 Garden', '000 Orchard', '000 Park'])
    await makeSheet({ name, dropdown: { title: 'Tree', options: ['Alder', 'Birch', 'Yew'] } });
  await allowSmartsheet(page);
  await createAutomationByApi(page, {
    name: 'Trees into Garden',
    source: { sheet: '000 Trees', column: 'Name' },
    target: { sheet: '000 Garden', column: 'Tree' },
  });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'More: Trees into Garden' }).click();
  await page.getByRole('menuitem', { name: 'Add another destination' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add another destination' });
  for (const name of ['000 Orchard', '000 Park']) {
    const row = dialog.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Same name, 2 of its 3 options are in the list');
    await row.getByRole('checkbox').check();
  }
  await expect(dialog.getByText('2 ticked, then 3 of 10 configurations are used.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add 2 destinations' }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByRole('button', { name: '000 Trees · Name feeds 3 columns' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^000 Trees into 000 Park/ })).toBeVisible();
  await expect.poll(() => readOptions({ sheet: '000 Park', column: 'Tree' })).toEqual(values);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions for 000 Trees · Name' }).click();
  await page.getByRole('menuitem', { name: 'Last run' }).click();
  const run = page.getByRole('dialog', { name: /^Run of .*000 Trees · Name$/ });
  // Which columns a read of the list fills hangs on when each of them was added.
  await expect(run.getByText(/000 (Garden|Orchard|Park) · Tree$/).first()).toBeVisible();
  await expectAccessible(page);
});
