import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { inDatabase } from '../database.ts';
import { expect, type Page, test } from '../journey.ts';
import { allowSmartsheet, choose, deleteAutomations, newPerson, signIn } from '../person.ts';
import { copySheet, readOptions } from '../sandbox.ts';

test.afterEach(async ({ page }) => {
  await deleteRules(page);
  await deleteAutomations(page);
});

/** Deletes what would take sheets of all journeys up again. */
async function deleteRules(page: Page): Promise<void> {
  const { request } = page.context();
  const reply = await request.get('/api/rules');
  if (!reply.ok()) return;
  const headers = { origin: new URL(reply.url()).origin };
  for (const { id } of await reply.json())
    await request.delete(`/api/rules/${id}?automations=delete`, { headers });
}

async function signInOnPremium(page: Page): Promise<void> {
  const person = newPerson();
  await signIn(page, person);
  await inDatabase(
    [`update users set subscription_tier = 'premium', subscription_status = 'active' where email = $1`],
    [person.email],
  );
  await allowSmartsheet(page);
}

test('a rule fills every sheet of a folder and the one that is copied into it, and its automations outlive it', async ({
  page,
}) => {
  await signInOnPremium(page);
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByRole('radio', { name: 'A folder' }).check();
  await choose(page, 'Source Sheet', 'Regions');
  await choose(page, 'Source Column', 'Region');
  await page.getByRole('button', { name: 'Folders in Field operations' }).click();
  await page.getByRole('button', { name: 'Northern sites', exact: true }).click();
  await expect(page.getByText('In the workspace Field operations')).toBeVisible();
  await page.getByLabel('Target Dropdown Column').fill('Region');
  await expect(page.getByRole('heading', { name: '12 sheets would follow' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Automation' }).click();

  const name = 'Regions into every sheet of Northern sites';
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const sheets = page.getByRole('list', { name: 'Sheets' });
  await expect(sheets.getByText('In sync', { exact: true })).toHaveCount(12);
  await expect(page.getByText('12 of 12 lists are in sync.')).toBeVisible();
  const regions = await readOptions({ sheet: 'Site 001', column: 'Region' });
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions for Site 004' }).click();
  await page.getByRole('menuitem', { name: 'Leave it out' }).click();
  await expect(page.getByRole('button', { name: 'Left out 1' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Site 004' })).toContainText('Left out by you');

  await copySheet({
    sheet: 'CRM pipeline',
    name: 'Northern pipeline',
    into: ['Field operations', 'Northern sites'],
  });
  const copy = { sheet: 'Northern pipeline', column: 'Region' };
  expect(await readOptions(copy)).not.toEqual(regions);
  await page.getByRole('button', { name: 'Sync Now', exact: true }).click();
  const added = sheets.getByRole('listitem').filter({ hasText: copy.sheet });
  await expect(added.getByText('In sync', { exact: true })).toBeVisible();
  expect(await readOptions(copy)).toEqual(regions);

  await page.getByRole('button', { name: `More: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Automation' });
  await dialog.getByRole('radio', { name: /^Delete only the rule/ }).check();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Configurations' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open the rule/ })).toHaveCount(0);
  const kept = (await (await page.context().request.get('/api/configurations')).json()) as {
    rule: object | null;
  }[];
  expect(kept.map(({ rule }) => rule)).toEqual(Array.from({ length: 12 }, () => null));
});
