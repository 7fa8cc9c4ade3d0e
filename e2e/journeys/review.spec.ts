import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, test } from '../journey.ts';
import {
  addPerson,
  allowSmartsheet,
  createAutomationByApi,
  deleteAutomations,
  fillInLogin,
  newPerson,
} from '../person.ts';
import { readOptions, sheet, tellSandbox } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const target = { sheet: 'Expense report', column: 'Category' };

/** Sets the options of the dropdown, as a user does in Smartsheet. */
async function setOptions(options: string[]): Promise<void> {
  const { id, columns } = await sheet(target.sheet);
  const column = columns.find(({ title }) => title === target.column);
  await tellSandbox('PATCH', `/api/console/sheets/${id}/columns/${column?.id}`, { options });
}

test('the address in the mail of a stopped sync leads through the login to the live difference; what is not true any more is refused, what is seen is written', async ({
  page,
}) => {
  const person = newPerson();
  await addPerson(page, person);
  await page.context().request.post('/api/auth/login', { data: person });
  await allowSmartsheet(page);
  await createAutomationByApi(page, {
    name: 'Regions into Expense report',
    source: { sheet: 'Regions', column: 'Region' },
    target,
  });
  const before = await readOptions(target);
  // The address as in the mail, which a test of the API checks: waiting for the mail would take up to a minute.
  const [stopped] = await (await page.context().request.get('/api/configurations')).json();
  const link = `/automations/${stopped.id}/review`;
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await page.goto(link);
  await expect(page.getByText('Please log in to review what a sync would do.')).toBeVisible();
  await fillInLogin(page, person);
  await expect(
    page.getByRole('heading', { name: `${before.length} of ${before.length} options would be removed` }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'What would be removed' })).toContainText(before[0] ?? '');
  await expectAccessible(page);
  // Opening the address has changed nothing.
  expect(await readOptions(target)).toEqual(before);

  const added = 'Left over from a fair';
  await setOptions([...before, added]);
  const approve = page.getByRole('button', { name: 'Approve exactly this' });
  const changed = page.getByRole('heading', { name: /the sheets have changed since you looked$/i });
  // The page has not shown the last change yet, so an approval is refused, even if the page gets the event now.
  await approve.click();
  await expect(changed).toBeVisible();
  await expect(page.getByRole('region', { name: /these would be removed too 1$/ })).toContainText(added);
  expect(await readOptions(target)).toEqual([...before, added]);
  await expectNoViolations(page);

  await expect(async () => {
    // A sync that was asked for a moment ago is not asked for again: then nothing is sent, and the next try is.
    const reply = page.waitForResponse(/\/approve$/, { timeout: 15_000 });
    await approve.click();
    expect((await reply).ok()).toBe(true);
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Approved and written' })).toBeVisible();
  expect(await readOptions(target)).not.toContain(added);
  expect(await readOptions(target)).not.toEqual([]);
});
