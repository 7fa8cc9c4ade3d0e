import { expect, type Page, test } from '@playwright/test';
import { allowSmartsheet, createAutomation, signIn } from '../person.ts';
import { editCell, optionsOf } from '../sandbox.ts';

const office = { email: 'office@northwind.example', password: 'Copper-Lantern-58!' };
const clients = { sheet: 'Clients', column: 'Client name' };
const clientDropdown = { sheet: 'Time sheet 2026', column: 'Client' };
const newNames = [
  'Harbour & Finch',
  'Lumen Works',
  'Northgate Clinic',
  'Saltmarsh Breweries',
  'Tern Aviation',
];

/** Some history: names that change one after the other, each followed by its dropdown. */
async function changeNames(page: Page): Promise<void> {
  for (const [index, value] of newNames.entries()) {
    await editCell({ ...clients, row: index + 1, value });
    await expect.poll(() => optionsOf(clientDropdown)).toContain(value);
    await page.getByRole('button', { name: /^Sync Now: Projects/ }).click();
    await expect(page.getByText('Manual sync triggered').first()).toBeVisible();
  }
}

test('the dashboard with two automations at work', async ({ page }) => {
  await signIn(page, office);
  await allowSmartsheet(page);
  await createAutomation(page, { name: 'Clients into Time sheet', source: clients, target: clientDropdown });
  await createAutomation(page, {
    name: 'Projects into Time sheet',
    source: { sheet: 'Projects', column: 'Project' },
    target: { sheet: 'Time sheet 2026', column: 'Project' },
  });
  await changeNames(page);
  await page.reload();
  await expect(page.getByRole('row', { name: /Clients into Time sheet/ }).getByText('Active')).toBeVisible();
  await expect(page.getByRole('row', { name: /Projects into Time sheet/ }).getByText('Active')).toBeVisible();
  await page.screenshot({ path: 'docs/dashboard.png', animations: 'disabled' });
});
