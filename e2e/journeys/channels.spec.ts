import { expectAccessible } from '../accessibility.ts';
import { expect, test } from '../journey.ts';
import { createAutomationByApi, deleteAutomations, signInConnected } from '../person.ts';
import { sandboxUrl } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

test('a channel of Slack is added after its test arrived, and is told when an automation needs a review', async ({
  page,
}) => {
  await signInConnected(page);
  await page.goto('/settings#channels');
  await page.getByRole('button', { name: 'Add Slack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Slack' });
  const address = dialog.getByLabel('Incoming webhook address');
  await address.fill(`${sandboxUrl()}/services/T024BE91L/B024BE91L/archived`);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByText(/^Slack refused the test: channel_is_archived\. /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await address.fill(`${sandboxUrl()}/services/T024BE91L/B024BE91L/aBcDeFgHx8Qk`);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByText(/^The test arrived, /)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('group', { name: 'Channels' })).toContainText('…x8Qk');

  await createAutomationByApi(page, {
    name: 'Regions into Expense report',
    source: { sheet: 'Regions', column: 'Region' },
    target: { sheet: 'Expense report', column: 'Category' },
  });
  await page.goto(`${sandboxUrl()}/#/channels`);
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(
    messages.filter({ hasText: 'Taken' }).filter({ hasText: 'A test from Picksync' }),
  ).toBeVisible();
  await expect(messages.filter({ hasText: 'Refused, 410' })).toContainText('channel_is_archived');
  const told = messages.filter({ hasText: 'options would be removed' });
  // Notices are looked for once a minute.
  await expect(told).toBeVisible({ timeout: 150_000 });
  await expect(told).not.toContainText(/Refused/);
  await expectAccessible(page);
});
