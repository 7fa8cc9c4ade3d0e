import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, test } from '../journey.ts';

test('the pages around the product can be read by everybody, and lead to each other', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expectAccessible(page);
  for (const name of ['Terms', 'Imprint']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'POST Create' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Create', exact: true })).toBeInViewport();
  await expectAccessible(page);
});

test('code of the reference is copied, and the page that makes calls is for everybody too', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/docs');
  await page.getByRole('button', { name: 'Copy: curl', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl http.+PICKSYNC_KEY"$/s);
  await page.getByRole('link', { name: 'Try with your key' }).click();
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
});

test('the documentation is found, searched by keyboard and read, light and dark, with examples in each language', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Picksync documentation' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  // Its script switches the button on, and hears the keys from then on.
  await expect(page.getByRole('button', { name: 'Search' })).toBeEnabled();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search the documentation' }).fill('approve exactly');
  const found = page.getByRole('dialog', { name: 'Search' }).getByRole('link', { name: 'Answer a review' });
  await expect(found).toBeVisible();
  await expectAccessible(page, { widths: [1280] });
  await found.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Answer a review' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search the documentation' }).fill('your first call');
  await page
    .getByRole('dialog', { name: 'Search' })
    .getByRole('link', { name: 'Your first call' })
    .first()
    .click();
  const code = page.getByRole('tabpanel');
  await expect(code).toHaveText(/^curl /);
  await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'TypeScript', selected: true })).toBeFocused();
  await expect(code).toHaveText(/await createClient/);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect((await page.goto('/docs/nothing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'No page has this address' })).toBeVisible();
});

test('an address without a page answers 404 and says so', async ({ page }) => {
  const answer = await page.goto('/dashbord');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectAccessible(page);
});
