import { expect, test } from '../journey.ts';
import { untilSettled } from '../known.ts';
import {
  connect,
  createAutomation,
  createAutomationByApi,
  deleteAutomations,
  newPerson,
  signInConnected,
  signUp,
} from '../person.ts';
import { readOptions, sandboxUrl, sheet } from '../sandbox.ts';

const target = { sheet: 'Time sheet 2026', column: 'Client' };

// The way most people go has all its motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.afterEach(({ page }) => deleteAutomations(page));

test('a new user connects Smartsheet, creates an automation, edits a cell, and the dropdown follows', async ({
  page,
  context,
}) => {
  const before = await readOptions(target);
  await signUp(page, newPerson());
  await connect(page, 'Allow');
  await expect(page.getByText('office@northwind.example').first()).toBeVisible();

  await createAutomation(page, {
    name: 'Clients into Time sheet',
    source: { sheet: 'Clients', column: 'Client name' },
    target,
  });
  const row = page.getByRole('row', { name: /Clients into Time sheet/ });
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  // The last runs have a column where there is room for it.
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect(row.getByRole('img', { name: /^Last (run|\d+ runs): 1 changed/ })).toBeVisible();
  const synced = await readOptions(target);
  expect(synced).not.toEqual(before);
  expect(new Set(synced).size).toBe(synced.length);

  const clients = await sheet('Clients');
  const grid = await context.newPage();
  await grid.goto(`${sandboxUrl()}/#/sheets/${clients.id}`);
  await grid.getByRole('gridcell', { name: /^Client name, row 1:/ }).dblclick();
  await grid.keyboard.press('ControlOrMeta+a');
  await grid.keyboard.type('Zephyr Observatory');
  await grid.keyboard.press('Enter');

  await expect.poll(() => readOptions(target), 'the options of the dropdown').toContain('Zephyr Observatory');
  await expect(page.getByRole('listitem').filter({ hasText: 'updated its list' }).first()).toBeVisible();
});

test('Sync Now shows that it is at work, and then the result', async ({ page }) => {
  await signInConnected(page);
  await createAutomationByApi(page, {
    name: 'Regions into pipeline',
    source: { sheet: 'Regions', column: 'Region' },
    target: { sheet: 'CRM pipeline', column: 'Region' },
  });
  const row = page.getByRole('row', { name: /Regions into pipeline/ });
  await untilSettled(page);
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Sync Now: Regions into pipeline' }).click();
  await expect(page.getByText('Manual sync triggered').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'was synced by hand' })).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});
