import { expect, test } from '@playwright/test';
import { allowSmartsheet, createAutomation, signIn } from '../person.ts';
import { editCell } from '../sandbox.ts';
import { andRun, deleteRows, makeHistory } from './history.ts';
import { scenes } from './office.ts';
import { letPass, settle, stretchOver } from './past.ts';

const office = { email: 'office@northwind.example', password: 'Copper-Lantern-58!' };

/**
 * Everything in the picture happened in the running product: the runs, the counts, the sentences. Only the times are
 * moved, so that two minutes look like eleven days.
 */
test('the dashboard of somebody who has used it for a while', async ({ page }) => {
  test.setTimeout(300_000);
  const { request } = page.context();
  await signIn(page, office);
  await settle(office.email);
  await allowSmartsheet(page);
  for (const scene of scenes) {
    await createAutomation(page, scene);
    await expect(page.getByRole('row', { name: scene.name }).getByText('Active')).toBeVisible();
  }
  await makeHistory(request);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Pause: Regions into CRM' }).click();
  await expect(page.getByRole('row', { name: /Regions into CRM/ }).getByText('Paused')).toBeVisible();
  await stretchOver(office.email, 11);

  await andRun(request, ['Projects into Expense report'], () => deleteRows('Projects', 3, 14));
  await letPass(office.email, 57);
  const client = { sheet: 'Clients', column: 'Client name' };
  await andRun(request, ['Clients into Time sheet'], async () => {
    await editCell({ ...client, row: 14, value: 'Saltmarsh Breweries' });
  });
  await letPass(office.email, 3);
  await settle(office.email);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/dashboard');
    await expect(
      page.getByRole('row', { name: /Projects into/ }).getByText('Needs your review'),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /Clients into/ }).getByText('Active')).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const path = colorScheme === 'light' ? 'docs/dashboard.png' : 'docs/dashboard-dark.png';
    await page.screenshot({ path, animations: 'disabled' });
  }
});
