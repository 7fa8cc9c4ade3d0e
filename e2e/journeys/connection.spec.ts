import { expect, test } from '../journey.ts';
import { connect, newPerson, signIn, signInConnected, signUp } from '../person.ts';

test('a connection that is denied changes nothing and can be tried again', async ({ page }) => {
  await signUp(page, newPerson());
  await connect(page, 'Deny');
  await expect(page.getByText('Not connected. You chose Deny').first()).toBeVisible();
  await expect(page.getByText('Not connected to Smartsheet').first()).toBeVisible();
  await connect(page, 'Allow');
  await expect(page.getByText('office@northwind.example').first()).toBeVisible();
});

test('the help names the exact redirect address and the four scopes', async ({ page, baseURL }) => {
  await signIn(page);
  await page.goto('/dashboard');
  await page.getByText('OAuth setup help').click();
  await expect(page.getByText(`${baseURL}/api/auth/callback`)).toBeVisible();
  for (const scope of ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS']) {
    await expect(page.getByText(scope, { exact: true })).toBeVisible();
  }
});

test('the dashboard asks to connect again after a disconnect', async ({ page }) => {
  await signInConnected(page);
  await page.getByRole('link', { name: 'Manage the connection to Smartsheet' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disconnect Smartsheet?' });
  await expect(question).toContainText('No automation is active.');
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('You have been disconnected from Smartsheet').first()).toBeVisible();
  const section = page.getByRole('region', { name: 'Smartsheet', exact: true });
  await section
    .getByRole('link', { name: 'Reconnect' })
    .or(section.getByRole('link', { name: 'Connect' }))
    .click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});
