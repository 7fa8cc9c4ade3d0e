import { expect, type Page, test } from '../journey.ts';
import { newPerson, signIn } from '../person.ts';

type Way = { provider: 'Google' | 'Microsoft'; email: string; isVouchedFor?: boolean };

/** Chooses an account on the provider's own page. */
async function answerAt(page: Page, { provider, email, isVouchedFor = true }: Way): Promise<void> {
  await expect(page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible();
  await page.getByRole('radio', { name: 'Another account' }).check();
  await page.getByLabel('Address', { exact: true }).fill(email);
  await page.getByLabel(`${provider} vouches for the address`).setChecked(isVouchedFor);
  await page.getByRole('button', { name: 'Allow' }).click();
}

async function logInWith(page: Page, way: Way): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: `Log in with ${way.provider}` }).click();
  await answerAt(page, way);
}

for (const provider of ['Google', 'Microsoft'] as const) {
  test(`a new user signs in with ${provider}, and a denied or unverified one stays out`, async ({ page }) => {
    const { email } = newPerson();
    await page.goto('/login?redirect=%2Fsettings%23security');
    await page.getByRole('link', { name: `Log in with ${provider}` }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect(
      page.getByText(`You did not allow Picksync to see who you are at ${provider}.`),
    ).toBeVisible();

    await logInWith(page, { provider, email, isVouchedFor: false });
    await expect(page.getByText(`${provider} does not confirm that the email address`)).toBeVisible();

    await page.goto('/login?redirect=%2Fsettings%23security');
    await page.getByRole('link', { name: `Log in with ${provider}` }).click();
    await answerAt(page, { provider, email });
    // Back on the page that required the login. The provider is the only way to sign in, so it cannot be unlinked.
    await expect(page).toHaveURL('/settings#security');
    const way = page.getByRole('group', { name: provider, exact: true });
    await expect(way).toContainText('This is your only way in.');
    await expect(way.getByRole('button')).toHaveCount(0);
  });
}

test('a provider is linked to an account with a password, logs in to it, and is unlinked', async ({
  page,
}) => {
  const person = newPerson();
  const google = { provider: 'Google', email: `g-${person.email}` } as const;
  await signIn(page, person);
  await page.goto('/settings#sign-in-providers');
  await page.getByRole('button', { name: 'Link Google' }).click();
  await answerAt(page, google);
  await expect(page.getByText('Google is linked. You can log in with it from now on.')).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logInWith(page, google);
  await expect(page.getByText(person.email)).toBeVisible();

  await page.goto('/settings#sign-in-providers');
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});
