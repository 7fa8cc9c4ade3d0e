import { expect, test } from '../journey.ts';
import { choose, createAutomationByApi, deleteAutomations, signInConnected } from '../person.ts';
import { readOptions } from '../sandbox.ts';

test.beforeEach(({ page }) => signInConnected(page));
test.afterEach(({ page }) => deleteAutomations(page));

test('a column that cannot be filled is shown with its reason and cannot be chosen', async ({ page }) => {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await choose(page, 'Destination Sheet', 'Time sheet 2026');
  await page.getByRole('combobox', { name: 'Target Dropdown Column', exact: true }).click();
  const reasons = {
    Approver: 'The column is locked',
    Approved: 'Symbol columns have a fixed list',
    Entry: 'Neither a dropdown nor a contact column',
  };
  for (const [title, reason] of Object.entries(reasons)) {
    const option = page.getByRole('option', { name: new RegExp(`^${title}\\b.*${reason}`) });
    await expect(option).toBeDisabled();
  }
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`a step back closes the form, whatever was opened in it, at ${size.width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'New Configuration' }).first().click();
    const form = page.getByRole('dialog', { name: 'New Configuration' });
    const list = page.getByRole('listbox');
    await choose(page, 'Source Sheet', 'Clients');
    await form.getByRole('combobox', { name: 'Source Column', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await form.getByRole('button', { name: 'Close', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your entries?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(form).toBeVisible();
    await form.getByRole('combobox', { name: 'Source Column', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
  });
}

test('a form without its choices says what is missing, and a likely pair fills it', async ({ page }) => {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await page.getByRole('button', { name: 'Create Automation' }).click();
  await expect(
    page.getByText('Please fill in all required source and destination fields').first(),
  ).toBeVisible();
  for (const message of [
    'Automation name is required',
    'Source sheet ID is required',
    'Source column ID is required',
    'Destination sheet ID is required',
    'Destination column ID is required',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByRole('list', { name: 'Likely pairs' }).getByRole('button').first().click();
  await expect(page.getByLabel('Automation Name')).toBeFocused();
  await expect(page.getByText(/ is required$/)).toHaveCount(0);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(
    preview.getByRole('heading', { name: /^(Adds|Removes|Replaces|Would replace|Nothing)/ }),
  ).toBeVisible();
});

test('an automation is deleted only after a second question, and the dropdown keeps its options', async ({
  page,
}) => {
  const target = { sheet: 'Assignments', column: 'Project' };
  await createAutomationByApi(page, {
    name: 'Projects into Assignments',
    source: { sheet: 'Projects', column: 'Project' },
    target,
  });
  const row = page.getByRole('row', { name: /Projects into Assignments/ });
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  const options = await readOptions(target);
  const askToDelete = async () => {
    await row.getByRole('button', { name: 'More: Projects into Assignments' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };

  await askToDelete();
  const question = page.getByRole('alertdialog', { name: 'Delete Automation' });
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await askToDelete();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Configuration deleted').first()).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page.getByText('No configurations found. Create your first automation above.')).toBeVisible();
  expect(await readOptions(target)).toEqual(options);
});

test('a sync that would remove too much stops, and goes on when its owner allows more', async ({ page }) => {
  const target = { sheet: 'Expense report', column: 'Category' };
  const before = await readOptions(target);
  await createAutomationByApi(page, {
    name: 'Regions into Expense report',
    source: { sheet: 'Regions', column: 'Region' },
    target,
  });
  const row = page.getByRole('row', { name: /Regions into Expense report/ });
  await expect(row.getByText('Needs your review')).toBeVisible();
  expect(await readOptions(target)).toEqual(before);

  await page.getByRole('button', { name: 'Allow more removals' }).click();
  const limit = page.getByLabel('Ask me before removing more than');
  await expect(limit).toBeFocused();
  await limit.fill('100');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Automation updated').first()).toBeVisible();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(() => readOptions(target), 'the options of the dropdown').not.toEqual(before);
});

test('a first automation is created by keyboard alone, with at most 20 stops from the page to its button', async ({
  page,
}) => {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      // biome-ignore lint/performance/useDomNodeTextContent: a button may hold a second label that is not seen.
      return (label ?? element.getAttribute('aria-label') ?? element.innerText).trim();
    });
  const stops: string[] = [];
  const tabTo = async (name: string) => {
    for (let at = await focused(); at !== name; at = await focused()) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
      expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(20);
    }
  };
  const type = async (field: string, option: string, next?: string) => {
    await tabTo(field);
    await page.keyboard.type(option);
    await expect(page.getByRole('option', { name: option, exact: true })).toHaveAttribute(
      'data-active',
      'true',
    );
    await page.keyboard.press('Enter');
    // The focus goes on by itself; a Tab that comes before it would pass the next field.
    if (next) await expect(page.getByRole('combobox', { name: next, exact: true })).toBeFocused();
  };
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await tabTo('New Configuration');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Source Sheet' })).toBeFocused();
  // A user who opens a list and goes on without choosing arrives at the next field.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'One sheet' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await type('Source Sheet', 'Regions', 'Source Column');
  await type('Source Column', 'Region', 'Destination Sheet');
  await type('Destination Sheet', 'CRM pipeline', 'Target Dropdown Column');
  await type('Target Dropdown Column', 'Region');
  await expect(page.getByLabel('Automation Name')).toHaveValue('Regions into CRM pipeline');
  await tabTo('Create Automation');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your automation has been set up successfully').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Regions into CRM pipeline/ })).toBeVisible();
});

test('a form says what another window saves, and on a phone keeps the field at hand in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const source = { sheet: 'Clients', column: 'Client name' };
  const target = { sheet: 'Time sheet 2026', column: 'Client' };
  await createAutomationByApi(page, { name: 'Clients', source, target });
  const { request } = page.context();
  const [{ id }] = await (await request.get('/api/configurations')).json();
  await page.goto(`/automations/${id}?dialog=edit`);
  const field = page.getByRole('combobox', { name: 'Source Sheet' });
  await expect(page.getByText('Single select,')).toBeVisible();
  await field.focus();
  const headers = { origin: new URL(page.url()).origin };
  await request.patch(`/api/configurations/${id}`, { headers, data: { name: 'Clients of 2027' } });
  await expect(page.getByText('This was changed in another window')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 0.9 });
});
