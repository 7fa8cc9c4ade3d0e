import { expectAccessible } from '../accessibility.ts';
import { expect, type Locator, type Page, test } from '../journey.ts';
import { codeFor, newPerson, signIn } from '../person.ts';
import { editCell, readOptions, sandboxUrl, sheet, tellSandbox } from '../sandbox.ts';

async function openSheet(page: Page, name: string): Promise<void> {
  const { id } = await sheet(name);
  await page.goto(`${sandboxUrl()}/#/sheets/${id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** The name of a cell goes on with what it holds. */
const cell = (page: Page, name: string): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}(:|$)`) });

test('a cell is typed into, and keeps it', async ({ page }) => {
  await openSheet(page, 'Expense report');
  await cell(page, 'Claim, row 2').click();
  await page.keyboard.type('EX-9999');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Claim, row 2')).toHaveText('EX-9999');

  await cell(page, 'Staff, row 1').dblclick();
  await page.getByRole('option', { name: 'Ben Castellano' }).click();
  await expect(cell(page, 'Staff, row 1')).toHaveText('Ben Castellano');

  await page.reload();
  await expect(cell(page, 'Claim, row 2')).toHaveText('EX-9999');
  await expect(cell(page, 'Staff, row 1')).toHaveText('Ben Castellano');
});

test('a row is added at the end and deleted after a question', async ({ page }) => {
  await openSheet(page, 'Expense report');
  await page.getByRole('button', { name: 'Add row' }).click();
  await expect(page.getByText(/61 rows/)).toBeVisible();
  await expect(cell(page, 'Claim, row 61')).toBeFocused();
  await page.keyboard.type('One too many');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Claim, row 61')).toHaveText('One too many');

  await page.getByRole('rowheader', { name: 'Row 61', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 1 row' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/60 rows/)).toBeVisible();
  await expect(cell(page, 'Claim, row 61')).toHaveCount(0);
});

test('Shift and a row number select the rows between, and no text', async ({ page }) => {
  await openSheet(page, 'Expense report');
  const number = (row: number) => page.getByRole('rowheader', { name: `Row ${row}`, exact: true });
  await number(2).click();
  await number(6).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('button', { name: 'Delete 5 rows' })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await number(4).click();
  await expect(page.getByRole('button', { name: 'Delete 4 rows' })).toBeVisible();
});

test('the options of a dropdown are added, removed and written as a list', async ({ page }) => {
  const column = { sheet: 'Expense report', column: 'Client' };
  await openSheet(page, column.sheet);
  await page.getByRole('button', { name: 'Edit column Client' }).click();
  const panel = page.getByRole('complementary', { name: 'Column Client' });
  await panel.getByRole('textbox', { name: 'New option for Client' }).fill('Zephyr Observatory');
  await panel.getByRole('button', { name: 'Add option' }).click();
  await expect(panel.getByRole('listitem', { name: 'Zephyr Observatory' })).toContainText('New');
  await panel.getByRole('button', { name: 'Remove option Old Mill Paper' }).click();
  await expect(panel.getByText('1 removed')).toBeVisible();
  expect(await readOptions(column)).toEqual(['Aldergrove Dairy', 'Lumen Energy', 'Zephyr Observatory']);

  await panel.getByRole('button', { name: 'Edit as text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Options of Client' });
  await dialog.getByRole('textbox', { name: 'One option per line' }).fill('Lumen Energy\nAldergrove Dairy');
  await dialog.getByRole('button', { name: 'Save options' }).click();
  await expect(dialog).toBeHidden();
  expect(await readOptions(column)).toEqual(['Lumen Energy', 'Aldergrove Dairy']);
});

test('the end of 20,000 rows is one key away', async ({ page }) => {
  await openSheet(page, 'Parts catalogue');
  await cell(page, 'Part no., row 1').click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(cell(page, 'Part no., row 20000')).toHaveText('PN-119999');
  expect(await page.getByRole('row').count()).toBeLessThan(100);
});

test('the grid is one stop for the keyboard, which copies, pastes and clears a cell or leaves it alone', async ({
  page,
}) => {
  await openSheet(page, 'Expense report');
  const claim = (row: number) => cell(page, `Claim, row ${row}`);
  await claim(2).click();
  await expect(claim(2)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ArrowDown');
  await expect(claim(3)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  const [copied = ''] = await claim(2).allTextContents();
  await expect(claim(3)).toHaveText(copied);
  await page.keyboard.press('Delete');
  await expect(claim(3)).toHaveText('');
  await page.keyboard.type('not this');
  await page.keyboard.press('Escape');
  await expect(claim(3)).toHaveText('');
  await expect(claim(3)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+Home');
  await expect(claim(1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(claim(60)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
});

test('changes by others appear in an open sheet, and new options are announced', async ({ page }) => {
  await openSheet(page, 'Expense report');
  await expect(cell(page, 'Claim, row 1')).not.toBeEmpty();
  await editCell({ sheet: 'Expense report', column: 'Claim', row: 1, value: 'EX-0000' });
  await expect(cell(page, 'Claim, row 1')).toHaveText('EX-0000');

  const { id, columns } = await sheet('Expense report');
  const client = columns.find(({ title }) => title === 'Client');
  const options = [...(client?.options ?? []), 'Zephyr Observatory'];
  await tellSandbox('PATCH', `/api/console/sheets/${id}/columns/${client?.id}`, { options });
  await expect(page.getByText('Client: 1 option added.').first()).toBeVisible();
});

test('a fault is switched on and all are switched off again', async ({ page }) => {
  await page.goto(`${sandboxUrl()}/#/faults`);
  const faults = () => tellSandbox<{ storm: boolean; retryAfter: number | null }>('GET', '/api/faults');
  await page.getByRole('switch', { name: 'Reject every call' }).click();
  await page.getByRole('spinbutton', { name: 'Retry-After, seconds' }).fill('7');
  await page.keyboard.press('Enter');
  await expect.poll(faults).toMatchObject({ storm: true, retryAfter: 7 });
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await expect(page.getByText('All faults are off.', { exact: false })).toBeVisible();
  expect(await faults()).toMatchObject({ storm: false, retryAfter: null });
});

test('every component is accessible, light and dark', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/dev/ui`);
  await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('a mail appears in the open inbox, with its code to copy', async ({ page, request }) => {
  await page.goto(`${sandboxUrl()}/#/inbox`);
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  const person = newPerson();
  expect((await request.post('/api/auth/register', { data: person })).ok()).toBe(true);

  await page.getByRole('link', { name: person.email }).click();
  const code = await codeFor(person.email);
  await expect(page.getByRole('status', { name: 'One-time code' })).toHaveText(code);
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByRole('article')).toContainText(code);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('consent and console are accessible and fit', async ({ page }) => {
    const check = () => expectAccessible(page, { widths: [360] });
    await signIn(page);
    const { authUrl } = await (await page.context().request.get('/api/smartsheet/auth')).json();
    await page.goto(authUrl);
    await expect(page.getByRole('radio', { name: /office@northwind\.example/ })).toBeChecked();
    await check();

    await openSheet(page, 'Assignments');
    await cell(page, 'Owner, row 1').dblclick();
    await expect(page.getByRole('listbox')).toBeVisible();
    await check();
    for (const place of ['sheets', 'inbox', 'payments', 'faults', 'calls']) {
      await page.goto(`${sandboxUrl()}/#/${place}`);
      await expect(page.getByRole('heading', { name: new RegExp(place, 'i'), level: 1 })).toBeVisible();
      await check();
    }
  });
});
