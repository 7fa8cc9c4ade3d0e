import { expect, type Page, test } from '../journey.ts';
import { allowSmartsheet, choose, createAutomation, signIn } from '../person.ts';
import { editCell } from '../sandbox.ts';
import { andRun, deleteRows, makeHistory } from './history.ts';
import { scenes } from './office.ts';
import { letPass, settle, stretchOver } from './past.ts';

const office = { email: 'office@northwind.example', password: 'Copper-Lantern-58!' };

/**
 * Everything in the pictures happened in the running product: the runs, the counts, the sentences. Only the times are
 * moved, so that two minutes look like eleven days.
 */
test('the product is photographed as somebody sees it who has used it for a while', async ({ page }) => {
  test.setTimeout(900_000);
  const { request } = page.context();
  await signIn(page, office);
  await settle(office.email);
  await allowSmartsheet(page);
  for (const scene of scenes) {
    await createAutomation(page, scene);
    await expect(
      page.getByRole('row', { name: scene.name }).getByText('Active', { exact: true }),
    ).toBeVisible();
  }
  await makeHistory(request);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Pause: Regions into CRM' }).click();
  await expect(page.getByRole('row', { name: /Regions into CRM/ }).getByText('Paused')).toBeVisible();
  // Whoever has used it for a while has put them away.
  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Hide' }).click();
  await stretchOver(office.email, 11);

  await andRun(request, ['Projects into Expense report'], () => deleteRows('Projects', 3, 14));
  await letPass(office.email, 57);
  const client = { sheet: 'Clients', column: 'Client name' };
  await andRun(request, ['Clients into Time sheet'], async () => {
    await editCell({ ...client, row: 14, value: 'Saltmarsh Breweries' });
  });
  await letPass(office.email, 3);
  await settle(office.email);

  await takePicture(page, 'dashboard', openDashboard);
  await takePicture(page, 'preview', openPreview);
  await takePicture(page, 'automation', openAutomation);
  await takePicture(page, 'review', openReview);
});

/** Opens a page and photographs it, once in light colors and once in dark ones. */
async function takePicture(page: Page, name: string, open: (page: Page) => Promise<void>): Promise<void> {
  await page.goto('/dashboard');
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  // Moves the pointer out of the picture.
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const path = colorScheme === 'light' ? `docs/${name}.png` : `docs/${name}-dark.png`;
    await page.screenshot({ path, animations: 'disabled' });
  }
}

async function openDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('row', { name: /Projects into/ }).getByText('Needs your review')).toBeVisible();
  await expect(
    page.getByRole('row', { name: /Clients into/ }).getByText('Active', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
}

/** Opens the form, chooses both columns, and shows the preview of the first sync. */
async function openPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await choose(page, 'Source Sheet', 'Clients');
  await choose(page, 'Source Column', 'Client name');
  await choose(page, 'Destination Sheet', 'Expense report');
  await choose(page, 'Target Dropdown Column', 'Client');
  await expect(page.getByRole('heading', { name: /^Adds \d+ options/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ready\. / })).toBeVisible();
}

async function openAutomation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Clients into Time sheet' }).click();
  await expect(page.getByText(/^Nothing\. All \d+ options are as they should be\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Check (now|again)$/ }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
  await expect(page.getByText(/^\d+ checks passed$/)).toBeVisible();
  await expect(page.getByRole('region', { name: /^(Last \d+ runs|Runs)$/ })).toBeVisible();
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review \d+ removals$/ }).click();
  await expect(page.getByRole('table', { name: 'What would be removed' })).toBeVisible();
}
