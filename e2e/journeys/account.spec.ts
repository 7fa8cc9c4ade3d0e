import { expectAccessible } from '../accessibility.ts';
import { expireStepUp } from '../database.ts';
import { expect, test } from '../journey.ts';
import { linkFor, newPerson, signIn } from '../person.ts';
import { mailsTo } from '../sandbox.ts';

test('an address is changed by the link in its mail, and the account is deleted under it', async ({
  page,
}) => {
  const person = newPerson();
  const email = `new-${person.email}`;
  await signIn(page, person);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const said = page.getByText('Look into your mail', { exact: true });
  await expect(said).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();
  // The old address, which got a mail about it, can undo it.
  await expect
    .poll(async () => (await mailsTo(person.email))[0]?.subject)
    .toBe('A change of your email address was requested');
  await page.goto(await linkFor(email, '/email-change'));
  await page.getByRole('button', { name: 'Confirm the new address' }).click();
  await page.getByRole('link', { name: 'Open settings' }).click();

  await expireStepUp(email);
  await page.goto('/settings#delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const form = page.getByRole('dialog', { name: `Delete ${email}?` });
  await form.getByLabel('Type your email to confirm').fill(email);
  await form.getByRole('button', { name: 'Delete for good' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = stepUp.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  // Escape closes only the topmost dialog, and the form keeps what was typed.
  await page.keyboard.press('Escape');
  await expect(stepUp).toBeHidden();
  await expect(form.getByLabel('Type your email to confirm')).toHaveValue(email);
  await form.getByRole('button', { name: 'Delete for good' }).click();
  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/goodbye$/);
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toBe('Your Picksync account is deleted');
});

test('a user who chooses 24 hours and the day first reads all pages so from then on', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings');
  const clock = page.getByRole('radiogroup', { name: 'Clock' });
  await expect(clock.getByRole('radio', { name: /[AP]M$/ })).toBeChecked();
  const in24Hours = clock.getByRole('radio', { name: /^\d\d:\d\d$/ });
  await in24Hours.click();
  await expect(in24Hours).toBeChecked();
  await expect(page.getByRole('group', { name: 'Clock' }).getByText(/^Saved /)).toBeVisible();
  await page.getByRole('combobox', { name: 'Dates' }).selectOption('day');
  await expect(page.getByRole('group', { name: 'Dates' }).getByText(/^Saved /)).toBeVisible();
  const joined = page.getByRole('group', { name: 'Member since' });
  await expect(joined).toContainText(/\d{1,2} [A-Z][a-z]{2} 20\d\d/);
  await page.reload();
  await expect(in24Hours).toBeChecked();
  await expect(joined).toContainText(/\d{1,2} [A-Z][a-z]{2} 20\d\d/);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);
});
