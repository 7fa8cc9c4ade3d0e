import { addPasskeyKeeper, computeAppCode } from '../authenticator.ts';
import { expect, type Page, test } from '../journey.ts';
import { login, newPerson, signIn } from '../person.ts';

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
}

/** Waits until so many things have an entry above the page, in another entry than `left`. Returns its key. */
async function untilAbove(page: Page, { count, left }: { count: number; left: string }): Promise<string> {
  const read = () => page.evaluate(() => ({ above: 0, __TSR_key: '', ...history.state }));
  await expect
    .poll(async () => {
      const { above, __TSR_key: key } = await read();
      return above === count && key !== left;
    })
    .toBe(true);
  return (await read()).__TSR_key;
}

test('two-factor sign-in is turned on with the key that is shown, asked for at the login, and turned off', async ({
  page,
}) => {
  const person = newPerson();
  await signIn(page, person);
  await page.goto('/settings#two-factor');
  await page.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  const key = (await setUp.getByRole('code').textContent()) ?? '';
  let left = await untilAbove(page, { count: 1, left: '' });
  await setUp.getByRole('textbox', { name: 'Code' }).fill(computeAppCode(key));
  const codes = page.getByRole('dialog', { name: 'Two-factor sign-in is on' });
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  const question = page.getByRole('alertdialog', { name: 'Have you kept them?' });
  for (const leaveQuestion of [
    () => question.getByRole('button', { name: 'Go back' }).click(),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    // Nobody presses Back in the moment in which a window gets its entry of the history.
    left = await untilAbove(page, { count: 1, left });
    await page.goBack();
    await expect(question).toBeVisible();
    await untilAbove(page, { count: 2, left });
    await leaveQuestion();
    await expect(question).toBeHidden();
    await expect(codes.getByRole('button', { name: 'Copy' })).toBeVisible();
  }
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await logOut(page);

  await login(page, person);
  await expect(page.getByRole('heading', { name: 'Two-factor code' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  // Each code is accepted once, and the journey takes less than the half minute of one code.
  await page.getByLabel('Code').fill(computeAppCode(key, 1));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await logOut(page);

  await login(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto('/settings#two-factor');
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await logOut(page);

  await login(page, person);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a passkey is added, logs in without a password, and is removed', async ({ page }) => {
  await addPasskeyKeeper(page);
  await signIn(page);
  await page.goto('/settings#passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop of the journey');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const passkey = page.getByRole('group', { name: 'Laptop of the journey' });
  await expect(passkey).toContainText('never used');
  await logOut(page);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto('/settings#passkeys');
  await expect(passkey).toContainText('last used');
  await passkey.getByRole('button', { name: 'Remove Laptop of the journey' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkey).toHaveCount(0);
  await logOut(page);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});
