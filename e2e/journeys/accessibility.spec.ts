import { expectAccessible } from '../accessibility.ts';
import { expect, test } from '../journey.ts';
import {
  allowSmartsheet,
  codeFor,
  createAutomationByApi,
  deleteAutomations,
  enterCode,
  newPerson,
  signIn,
} from '../person.ts';

// Each in light and dark, on a wide screen and on a phone.

test.afterEach(({ page }) => deleteAutomations(page));

test('the public pages are accessible and fit', async ({ page }) => {
  for (const path of ['/', '/login', '/help', '/help?tab=contact', '/no-such-page', '/status']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('the steps from the code to a password are accessible and fit', async ({ page, request }) => {
  const { email, password } = newPerson();
  // Registered outside this browser, so that this browser has to set a password.
  await request.post('/api/auth/register', { data: { email, password } });
  await page.goto('/login?mode=verify');
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await enterCode(page, await codeFor(email));
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible();
  await expectAccessible(page);
});

test('the settings are accessible and fit, with everything unfolded', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings#security-activity');
  await expect(page.getByText('The account was created')).toBeVisible();
  await page.getByRole('button', { name: 'Show known browsers' }).click();
  for (const ready of ['No keys yet', 'What goes', 'Not linked']) {
    await expect(page.getByText(ready).first()).toBeVisible();
  }
  await expectAccessible(page);
});

test('the dashboard is accessible and fits: not connected, empty, full, and with the form', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page);
  await allowSmartsheet(page);
  await expect(page.getByText('No configurations found.')).toBeVisible();
  await expectAccessible(page);
  await createAutomationByApi(page, {
    name: 'Staff into Assignments',
    source: { sheet: 'Staff directory', column: 'Full name' },
    target: { sheet: 'Assignments', column: 'Owner' },
  });
  await expect(
    page.getByRole('row', { name: /Staff into Assignments/ }).getByText('Active', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await expect(page.getByLabel('Automation Name')).toBeVisible();
  await expectAccessible(page);
});
