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

test('an address without a page answers 404 and says so', async ({ page }) => {
  const answer = await page.goto('/dashbord');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectAccessible(page);
});
