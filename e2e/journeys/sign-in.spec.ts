import { expectNoViolations } from '../accessibility.ts';
import { expireCodes } from '../database.ts';
import { expect, test } from '../journey.ts';
import {
  addPerson,
  allowSmartsheet,
  codeFor,
  enterCode,
  fillInLogin,
  login,
  newPerson,
  register,
  signIn,
} from '../person.ts';

test('a wrong password is refused beside the form, and nobody is let in', async ({ page }) => {
  const person = newPerson();
  await addPerson(page, person);
  await login(page, { ...person, password: 'Not-The-Right-1!' });
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
  await fillInLogin(page, person);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('an expired code is refused, and a new one lets the person in', async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  const expired = await codeFor(person.email);
  await expireCodes(person.email);
  await enterCode(page, expired);
  await expect(page.getByText('That code has expired. Please request a new one.')).toBeVisible();

  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect.poll(() => codeFor(person.email), 'a mail with another code').not.toBe(expired);
  await enterCode(page, await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a login before the address is verified leads to the code', async ({ page }) => {
  const person = newPerson();
  await page.request.post('/api/auth/register', { data: person });
  await login(page, person);
  await page.getByRole('button', { name: 'I have a verification code' }).click();
  await enterCode(page, await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a visitor is asked to log in', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});

test('a code typed in another browser sets a password there, and the earlier one opens nothing', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  await page.request.post('/api/auth/register', { data: person });
  const elsewhere = await browser.newPage();
  await elsewhere.goto('/login?mode=verify');
  await elsewhere.getByLabel('Email', { exact: true }).fill(person.email);
  await enterCode(elsewhere, await codeFor(person.email));
  await expect(elsewhere.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  const chosen = 'Velvet-Compass-93!';
  await elsewhere.getByLabel('Password', { exact: true }).fill(chosen);
  await elsewhere.getByLabel('Confirm Password', { exact: true }).fill(chosen);
  await elsewhere.getByRole('button', { name: 'Set Password' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await elsewhere.close();

  await login(page, person);
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
});

test('a cookie without the stored token leads from the login to the dashboard', async ({ page }) => {
  await signIn(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the page asks for the password after a session ends, and keeps what was typed', async ({ page }) => {
  const person = newPerson();
  await signIn(page, person);
  await allowSmartsheet(page);
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByLabel('Automation Name').fill('Clients into projects');
  const { origin } = new URL(page.url());
  await page.context().request.post('/api/auth/logout', { headers: { origin } });

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  // The page notices it at its next request.
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Automation Name')).toHaveValue('Clients into projects');
});

test('a login leads to the address one came for, and never to another site', async ({ page }) => {
  const person = newPerson();
  await addPerson(page, person);
  for (const [redirect, address] of [
    ['/dashboard?section=activity', '/dashboard?section=activity'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['https://evil.example/', '/'],
  ] as const) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
    await fillInLogin(page, person);
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  }
});
