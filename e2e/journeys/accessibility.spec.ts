import { expect, test } from '@playwright/test';
import { expectNoSidewaysScroll, expectNoViolations } from '../accessibility.ts';
import { allowSmartsheet, createAutomation, deleteAutomations, signIn } from '../person.ts';

test.afterEach(({ page }) => deleteAutomations(page));

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the public pages are accessible and fit', async ({ page }) => {
        for (const path of ['/', '/login', '/no-such-page']) {
          await page.goto(path);
          await expect(page.getByRole('heading').first()).toBeVisible();
          await expectNoViolations(page);
          await expectNoSidewaysScroll(page);
        }
      });

      test('the dashboard is accessible and fits: not connected, empty, with the form, and full', async ({
        page,
      }) => {
        await signIn(page);
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
        await expectNoViolations(page);
        await allowSmartsheet(page);
        await expect(page.getByText('No configurations found.')).toBeVisible();
        await expectNoViolations(page);
        await createAutomation(page, {
          name: 'Staff into Assignments',
          source: { sheet: 'Staff directory', column: 'Full name' },
          target: { sheet: 'Assignments', column: 'Owner' },
        });
        await expect(
          page.getByRole('row', { name: /Staff into Assignments/ }).getByText('Active'),
        ).toBeVisible();
        await expectNoViolations(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: 'New Configuration' }).first().click();
        await expect(page.getByLabel('Automation Name')).toBeVisible();
        await expectNoViolations(page);
      });
    });
  }
}
