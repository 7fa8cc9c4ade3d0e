import { expect, test } from '../journey.ts';
import { addPerson, login, newPerson, signIn } from '../person.ts';

const headline = { level: 1 } as const;

test('a visitor reads the start page without JavaScript, and its links lead on', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', headline)).toBeVisible();
  for (const plan of ['Free', 'Basic', 'Premium'])
    await expect(page.getByRole('heading', { name: plan, exact: true })).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Theme' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toHaveAttribute('href', '/login');
  await page.getByText('How soon does a dropdown follow?').click();
  await expect(page.getByText(/Otherwise with the next check, every 15 minutes\./)).toBeVisible();
  await context.close();
});

test('the start page keeps the chosen theme, and the application takes it over', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Start free' }).first().click();
  await expect(page.getByRole('tab', { name: 'Register', selected: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the address / shows a signed-in user the dashboard, and a signed-out one the start page', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible();
  await page.context().addCookies([{ name: 'picksync', value: 'long-over', url: page.url() }]);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible();
});

test('a step back to the start page after the login leads to the dashboard', async ({ page }) => {
  const person = newPerson();
  await addPerson(page, person);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible();
  await login(page, person);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
