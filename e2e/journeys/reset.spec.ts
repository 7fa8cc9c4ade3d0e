import { expect, test } from '../journey.ts';
import { codeFor, fillInLogin, linkFor, login, newPerson, signIn } from '../person.ts';
import { mailsTo } from '../sandbox.ts';

const chosen = 'Velvet-Compass-93!';

test('a forgotten password is set anew by the code of the mail, and every session ends', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  await signIn(page, person);
  const verification = await codeFor(person.email);
  const elsewhere = await browser.newPage();
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('Email', { exact: true }).fill(person.email);
  await elsewhere.getByRole('link', { name: 'Forgot password' }).click();
  // The address that was typed is filled in already.
  await expect(elsewhere.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await elsewhere.getByRole('button', { name: 'Send Code' }).click();
  await expect.poll(() => codeFor(person.email), 'a mail with another code').not.toBe(verification);
  // The page goes on to the step of the code by itself.
  await elsewhere.getByLabel('Reset code').fill(await codeFor(person.email));
  await elsewhere.getByLabel('New Password', { exact: true }).fill(chosen);
  await elsewhere.getByLabel('Confirm Password', { exact: true }).fill(chosen);
  await elsewhere.getByRole('button', { name: 'Reset Password' }).click();
  await expect(elsewhere.getByText('All sessions have ended.')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await fillInLogin(elsewhere, { ...person, password: chosen });
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await elsewhere.close();

  await login(page, person);
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
});

test('the link of the mail sets a new password once, and says at its opening when it no longer does', async ({
  page,
}) => {
  const person = newPerson();
  await signIn(page, person);
  await page.context().clearCookies();
  await page.request.post('/api/auth/forgot-password', { data: { email: person.email } });
  const link = await linkFor(person.email, '/reset-password');
  await page.goto(link);
  // The token is no longer in the URL, where others could read it.
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New Password', { exact: true }).fill(chosen);
  await page.getByLabel('Confirm Password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('All sessions have ended.')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(person.email))[0]?.subject)
    .toBe('Your Picksync password was changed');

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Request a new code' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
});
