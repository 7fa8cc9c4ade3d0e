import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import { expect, type Page, test } from '../journey.ts';
import {
  createAutomationByApi,
  deleteAutomations,
  openOption,
  signInConnected,
  syncByApi,
} from '../person.ts';
import { editCell, readCells, readOptions } from '../sandbox.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const source = { sheet: 'Regions', column: 'Region' };
const target = { sheet: 'Site 002', column: 'Region' };

/** Chooses in the form that names are followed, and how many rows may be renamed without a question. */
async function followNames(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await openOption(page, 'Renames');
  await page.getByRole('radio', { name: 'Rename the option and the cells that use it' }).check();
  await openOption(page, 'Rename limit');
  await page.getByLabel('Ask me above').fill(String(rows));
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a name that is corrected in the source is corrected in the dropdown and in the cells, and asks above the limit', async ({
  page,
}) => {
  await signInConnected(page);
  await createAutomationByApi(page, { name: 'Regions into the second site', source, target });
  const [{ id }] = await (await page.context().request.get('/api/configurations')).json();
  await page.goto(`/automations/${id}`);
  const [first = '', second = ''] = await readOptions(target);
  for (const row of [1, 2]) await editCell({ ...target, row, value: first });
  await editCell({ ...target, row: 3, value: second });
  await followNames(page, 2);
  await expect(page.getByText('renamed, with the cells that use it')).toBeVisible();
  // From now on it is known which row has which name.
  await syncByApi(page);
  await expect(page.getByText('A sync is under way.')).toBeHidden();

  const renamed = `${first} (new)`;
  await editCell({ ...source, row: 1, value: renamed });
  await expect.poll(() => readOptions(target)).toContain(renamed);
  await expect.poll(() => readCells({ ...target, count: 3 })).toEqual([renamed, renamed, second]);
  await expect.poll(() => readOptions(target)).not.toContain(first);
  await expect(page.getByText('2 cells renamed')).toBeVisible();
  await expectAccessible(page);

  await followNames(page, 0);
  await editCell({ ...source, row: 2, value: `${second} (new)` });
  await page.getByRole('link', { name: 'Review 1 name' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: '1 name has changed in the source' }),
  ).toBeVisible();
  const line = page.getByRole('checkbox', { name: new RegExp(`^${second} becomes`) });
  await expect(line).toBeChecked();
  await expectAccessible(page);
  await line.click();
  await expect(page.getByRole('button', { name: 'Rename none' })).toBeVisible();
  await line.click();
  const approve = page.getByRole('button', { name: 'Rename 1 option' });
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  // On a phone the answers stay at the bottom.
  await page.setViewportSize({ width: 375, height: 600 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(approve).toBeInViewport();
  await expectAccessible(page);
  await page.setViewportSize(size);
  await approve.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approved and written' })).toBeVisible();
  expect(await readCells({ ...target, count: 3 })).toEqual([renamed, renamed, `${second} (new)`]);
});
