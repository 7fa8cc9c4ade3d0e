import { expectAccessible } from '../accessibility.ts';
import { expireStepUp, inDatabase } from '../database.ts';
import { expect, type Page, test } from '../journey.ts';
import { newPerson, type Person, signIn } from '../person.ts';
import { product } from '../product.ts';
import { mailsTo } from '../sandbox.ts';

async function signInAsAdmin(page: Page): Promise<Person> {
  const admin = newPerson();
  await signIn(page, admin);
  await inDatabase([`update users set role = 'admin' where email = $1`], [admin.email]);
  return admin;
}

/** Creates another user with a browser of their own. */
async function somebodyElse(page: Page): Promise<{ theirs: Page; person: Person }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const context = await browser.newContext({ baseURL: product().url });
  const theirs = await context.newPage();
  const person = newPerson();
  await signIn(theirs, person);
  return { theirs, person };
}

async function prove(page: Page, { password }: Person): Promise<void> {
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await stepUp.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(stepUp).toBeHidden();
}

const said = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('an administrator gives a plan by hand after a step-up, and its user has it', async ({ page }) => {
  const { theirs, person } = await somebodyElse(page);
  const admin = await signInAsAdmin(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Money' }).click();
  await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Subscriptions' }).click();

  const form = page.getByRole('form', { name: 'Admin Subscription Manager' });
  await form.getByRole('button', { name: 'Activate subscription' }).click();
  await expect(form.getByText('Please enter a user email address')).toBeVisible();
  await expect(form.getByText('Please select a subscription plan')).toBeVisible();
  await form.getByLabel('User email').fill(person.email);
  await form.getByLabel('Plan').selectOption('Premium');
  await form.getByLabel('Reason').fill('Agreed by mail');
  await expireStepUp(admin.email);
  await form.getByRole('button', { name: 'Activate subscription' }).click();
  const confirm = page.getByRole('dialog', { name: `Give Premium to ${person.email}?` });
  await expect(confirm.getByText(/^Trial until /)).toBeVisible();
  await confirm.getByRole('button', { name: 'Activate subscription' }).click();
  await prove(page, admin);
  await said(page, `Premium is active for ${person.email}.`);
  const row = page.getByRole('table', { name: 'All subscriptions' }).getByRole('row').nth(1);
  await expect(row).toContainText(person.email);
  await expect(row).toContainText('By hand');

  await theirs.goto('/dashboard');
  await expect(theirs.getByText('Premium plan')).toBeVisible();
  await page.goto('/admin/audit-log');
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1)).toContainText(
    'Agreed by mail',
  );
  await theirs.context().close();
});

test('a user is found, disabled with a reason and signed out; a coupon is created and ended', async ({
  page,
}) => {
  const { theirs, person } = await somebodyElse(page);
  await signInAsAdmin(page);
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(person.email.toUpperCase());
  await page.getByRole('link', { name: person.email }).click();
  const panel = page.getByRole('dialog', { name: person.email });
  await panel.getByRole('button', { name: 'Disable user' }).click();
  const question = page.getByRole('dialog', { name: `Disable ${person.email}?` });
  await question.getByLabel('Reason').fill('Asked for it');
  await question.getByRole('button', { name: 'Disable user' }).click();
  await expect(panel.getByText(/^Disabled since /)).toBeVisible();
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  // Back closes the panel and keeps the search.
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search by email' })).not.toHaveValue('');

  const code = `SPRING${process.pid}`;
  await page.goto('/admin/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  const form = page.getByRole('dialog', { name: 'New coupon' });
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await expect(form.getByText('Please give a percentage')).toBeVisible();
  const findTop = (label: string) =>
    form.getByLabel(label, { exact: true }).evaluate((field) => field.getBoundingClientRect().top);
  expect(await findTop('Discount'), 'an error does not pull the field beside it apart').toBe(
    await findTop('Percent'),
  );
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Percent').fill('15');
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await said(page, `${code} is ready.`);
  await page.getByRole('button', { name: `End ${code}` }).click();
  await page.getByRole('button', { name: 'End coupon' }).click();
  await said(page, `${code} has ended.`);
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('Ended');
  await theirs.context().close();
});

test('a word longer than a phone is wide leaves the buttons of a window and of a message in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAsAdmin(page);
  const code = `${'W'.repeat(55)}${process.pid}`;
  await page.goto('/admin/coupons');
  const created = await page.context().request.post('/api/admin/coupons', {
    headers: { origin: product().url },
    data: {
      code,
      discountType: 'percent',
      discountPercent: 15,
      validForPlanIds: [],
      expiryDate: null,
      maxUses: null,
    },
  });
  expect(created.ok(), await created.text()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: `Edit ${code}` }).click();
  const form = page.getByRole('dialog', { name: `Edit ${code}` });
  await expect(form.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `End ${code}` }).click();
  await page.getByRole('button', { name: 'End coupon' }).click();
  await said(page, `${code} has ended.`);
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
});

test('a message to support is answered from the inbox, and the answer is in the mail of its sender', async ({
  page,
}) => {
  const { theirs, person } = await somebodyElse(page);
  const message = 'Can one list fill two dropdowns?';
  const sent = await theirs.context().request.post('/api/contact', {
    headers: { origin: product().url },
    data: { email: person.email, message },
  });
  expect(sent.ok()).toBe(true);
  await signInAsAdmin(page);
  await page.goto('/admin/inbox');
  await page.getByRole('link', { name: person.email }).click();
  const panel = page.getByRole('dialog', { name: person.email });
  await panel.getByLabel('Reply by mail').fill('Yes, with two automations.');
  await panel.getByRole('button', { name: 'Send reply' }).click();
  await expect(panel.getByText('Yes, with two automations.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(person.email))[0]?.text)
    .toContain('Yes, with two automations.');
  await theirs.context().close();
});

test('a user who is no administrator is led to the start, and a visitor to the login', async ({ page }) => {
  await page.goto('/admin/subscriptions');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await signIn(page);
  await page.goto('/admin/subscriptions');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(`${product().url}/`);
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
});

test('every section can be read by everybody, wide and on a phone, light and dark', async ({ page }) => {
  await signInAsAdmin(page);
  // With a number beside its name, which is read out in words that nobody sees.
  await inDatabase(
    [
      `insert into provider_events (id, provider, provider_event_id, type, outcome, processed_at)
       values (gen_random_uuid(), 'razorpay', $1, 'payment.captured', 'unassigned', now())`,
    ],
    [`evt_${process.pid}`],
  );
  const sections = {
    '/admin': /./,
    '/admin/figures': 'Figures',
    '/admin/users': 'Users',
    '/admin/subscriptions': 'Subscriptions',
    '/admin/plans': 'Plans',
    '/admin/coupons': 'Coupons',
    '/admin/inbox': 'Inbox',
    '/admin/payments': 'Payments to settle',
    '/admin/disputes': 'Disputes',
    '/admin/provider-events': 'Provider events',
    '/admin/automations': 'Failing automations',
    '/admin/queues': 'Queues',
    '/admin/status': 'Status',
    '/admin/maintenance': 'Maintenance',
    '/admin/audit-log': 'Audit log',
  };
  for (const [address, title] of Object.entries(sections)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.goto('/admin/users');
  await page.getByRole('table', { name: 'Users' }).getByRole('link').nth(1).click();
  await expect(page.getByText('Plan by hand')).toBeVisible();
  await expectAccessible(page);
});
