import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { inDatabase } from '../database.ts';
import { expect, type Locator, type Page, test } from '../journey.ts';
import { signIn } from '../person.ts';

/** Adds a coupon with this discount in percent, for all users and plans. */
async function addCoupon(code: string, percent: number): Promise<void> {
  await inDatabase(
    [
      `insert into coupons (id, code, discount_type, discount_percent, updated_at)
       values (gen_random_uuid(), $1, 'percent', $2, now()) on conflict (code) do nothing`,
    ],
    [code, percent],
  );
}

const status = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });
const checkout = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** Gives up the free days of the trial for a plan that begins now. */
async function startToday(dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Start today' }).check();
  await expect(dialog.getByText('You agree at PayPal.')).toBeHidden();
}

/** Presses the button under a plan and waits for the price. */
async function choosePlan(page: Page, button: string, title: string) {
  const dialog = checkout(page, title);
  await page.getByRole('button', { name: button }).click();
  await expect(dialog.getByText('Subscription Summary')).toBeVisible();
  return dialog;
}

/** Approves the payment on PayPal's page and comes back. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you\./ })).toBeVisible();
}

/**
 * Approves the payment on PayPal's page, and checks each step until the plan is active: the first answers say that it
 * is not active yet.
 */
async function approveStepByStep(page: Page): Promise<void> {
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
  const verify = '**/api/subscription/paypal/verify';
  await page.route(
    verify,
    async (route) => {
      await looked;
      await route.fulfill({ json: { success: false, status: 'pending', message: 'Not yet' } });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Verifying your payment' })).toBeVisible();
  await expectNoViolations(page);
  goOn();
  await expect(page.getByRole('heading', { name: 'Activating your subscription' })).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByRole('heading', { name: /^Thank you\./ })).toBeVisible();
}

test('a plan is bought with PayPal, upgraded with what is left of it, and has its receipts', async ({
  page,
}) => {
  await addCoupon('WELCOME20', 20);
  await signIn(page);
  await page.goto('/subscription');
  await expect(status(page)).toContainText('Trial - Expires');
  const first = await choosePlan(page, 'Subscribe, Basic', 'Complete Your Subscription');
  await first.getByLabel('Coupon', { exact: true }).getByRole('textbox').fill('welcome20');
  await first.getByRole('button', { name: 'Apply' }).click();
  await expect(first.getByText('$5.59', { exact: true })).toBeVisible();
  await startToday(first);
  await first.getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await approveStepByStep(page);
  await expect(page.getByText('Subscription Active', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('$6.99 per month by PayPal')).toBeVisible();

  await page.getByRole('link', { name: 'View Subscription' }).click();
  await expect(status(page)).toContainText('Active Subscription');
  const upgrade = await choosePlan(page, 'Upgrade Now, Premium', 'Upgrade Your Subscription');
  await expect(upgrade.getByText('Unused days of Basic')).toBeVisible();
  // All of what was paid a moment ago.
  await expect(upgrade.getByText('$14.40', { exact: true })).toBeVisible();
  await upgrade.getByRole('button', { name: 'Upgrade with PayPal' }).click();
  await approve(page);
  await page.getByRole('link', { name: 'View Subscription' }).click();
  await expect(status(page)).toContainText('Premium');
  const receipts = page.getByRole('table', { name: 'Receipts' }).getByRole('row');
  await expect(receipts.filter({ hasText: 'Premium' })).toContainText('$14.40');
  await receipts.filter({ hasText: '$5.59' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: '$5.59 paid' })).toBeVisible();
  await expectAccessible(page);
});

test('a plan is bought with Razorpay after the first try failed, and one can turn back at either', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/subscription');
  const dialog = await choosePlan(page, 'Subscribe, Premium', 'Complete Your Subscription');
  await dialog.getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'View Plans' }).click();

  await choosePlan(page, 'Subscribe, Premium', 'Complete Your Subscription');
  await dialog.getByRole('radio', { name: /^Razorpay/ }).check();
  await dialog.getByRole('button', { name: 'Subscribe with Razorpay' }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await page.getByRole('link', { name: 'View Plans' }).click();

  await page.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Subscribe with Razorpay' }).click();
  await page.getByRole('button', { name: 'Let it fail' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you. Premium is yours.' })).toBeVisible();
  await expect(page.getByText('Subscription Active', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Paid until', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a coupon that covers everything starts a plan without a provider, and the pages are accessible', async ({
  page,
}) => {
  await addCoupon('FIRST-MONTH-FREE', 100);
  await signIn(page);
  await page.goto('/subscription');
  await expect(status(page)).toBeVisible();
  await expectAccessible(page);
  const dialog = await choosePlan(page, 'Subscribe, Basic', 'Complete Your Subscription');
  const code = dialog.getByLabel('Coupon', { exact: true }).getByRole('textbox');
  await code.fill('NO-SUCH-CODE');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await code.fill('FIRST-MONTH-FREE');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await startToday(dialog);
  await expect(dialog.getByRole('definition').filter({ hasText: '$0.00' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Basic' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you. Basic is yours.' })).toBeVisible();
  await expect(page.getByText('Nothing to pay for this period')).toBeVisible();
});

test('a subscription is cancelled, resumed, and changed to a smaller plan', async ({ page }) => {
  await signIn(page);
  await page.goto('/subscription');
  const bought = await choosePlan(page, 'Subscribe, Premium', 'Complete Your Subscription');
  await startToday(bought);
  await bought.getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await approve(page);
  await page.getByRole('link', { name: 'View Subscription' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Subscription' });
  await expect(question).toContainText('You keep Premium until');
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(status(page)).toContainText('Subscription Canceled');
  await status(page).getByRole('button', { name: 'Resume Subscription' }).click();
  await expect(status(page)).toContainText('Active Subscription');

  await page.getByRole('button', { name: 'Change to Basic' }).click();
  const smaller = checkout(page, 'Change Your Subscription');
  await expect(smaller).toContainText('You keep Premium until');
  await expect(smaller.getByText('All your automations go on as they are.')).toBeVisible();
  await expectNoViolations(page);
  await smaller.getByRole('button', { name: /^Change on / }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you\. Basic starts on / })).toBeVisible();
  await page.getByRole('link', { name: 'View Subscription' }).click();
  await expect(status(page)).toContainText(/Basic starts on /);
  await expectNoViolations(page);
  await status(page).getByRole('button', { name: 'Stay on Premium' }).click();
  await expect(status(page)).toContainText(/Renews /);
});

test('a plan bought in a trial waits for the end of the free days, and can start today instead', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/subscription');
  const dialog = await choosePlan(page, 'Subscribe, Basic', 'Complete Your Subscription');
  await expect(dialog.getByRole('radio', { name: /^When your free days end/ })).toBeChecked();
  await expect(dialog.getByRole('definition').filter({ hasText: '$0.00' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you\. Basic starts on / })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'View Subscription' }).click();
  await expect(status(page)).toContainText('after your free days');
  await status(page).getByRole('button', { name: 'Start today' }).click();
  await expect(dialog.getByText('are given up')).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe with PayPal' }).click();
  await approve(page);
  await expect(page.getByText('$6.99 per month by PayPal')).toBeVisible();
});

test('an error of the last field of a form is in sight on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.goto('/subscription');
  await page.getByRole('region', { name: 'Billing details' }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Billing details' });
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await dialog.getByLabel('Tax ID').fill('DE1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A German VAT ID has 9 digits after DE.')).toBeInViewport({ ratio: 0.9 });
  await expect(dialog.getByLabel('Tax ID')).toBeInViewport({ ratio: 0.9 });
});
