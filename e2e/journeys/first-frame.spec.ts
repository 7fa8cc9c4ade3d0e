import { expect, type Page, test } from '../journey.ts';
import { allowSmartsheet, signIn } from '../person.ts';

/** Opens a page whose scripts never arrive. */
async function openWithoutScripts(page: Page, address: string): Promise<void> {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(address, { waitUntil: 'commit' });
}

function heading(page: Page, title: string) {
  return page.locator('h1', { hasText: title });
}

const pages = [
  { address: '/login', title: 'Welcome back' },
  { address: '/login?mode=register', title: 'Create your account' },
  { address: '/help', title: 'Help & Support' },
];

for (const { address, title } of pages) {
  test(`a visitor reads ${address} before the application runs, and nothing moves when it does`, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.locator('[data-drawn]')).toHaveCount(0);
    const place = await heading(page, title).boundingBox();
    const named = await page.title();

    await openWithoutScripts(page, address);
    await expect(heading(page, title)).toBeVisible();
    // Nothing is painted before the styles are there, which may come after the heading.
    await expect.poll(() => heading(page, title).boundingBox()).toEqual(place);
    expect(await page.title()).toBe(named);
    // Nobody can press or hear what does nothing yet.
    await expect(page.getByRole('heading')).toHaveCount(0);
    await expect(page.locator('#root > [inert]')).toBeVisible();
    for (const input of await page.locator('input').all()) await expect(input).not.toBeEditable();
  });
}

test('the shape of the page is there before the application runs for a user, and the sign where there is none', async ({
  page,
}) => {
  await signIn(page);
  await allowSmartsheet(page);
  await openWithoutScripts(page, '/settings');
  await expect(page.locator('#root').getByText('Picksync')).toBeVisible();
  await openWithoutScripts(page, '/subscription/success');
  await expect(page.locator('#root svg')).toBeVisible();
});

test('the session of a user is asked for once, beside the scripts', async ({ page }) => {
  await signIn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/status') asked.push(request.resourceType());
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(asked).toHaveLength(1);
});
