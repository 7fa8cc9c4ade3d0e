import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { inDatabase } from '../database.ts';
import { expect, test } from '../journey.ts';
import { allowSmartsheet, createAutomationByApi, signIn } from '../person.ts';
import { sandboxUrl } from '../sandbox.ts';
import { andRun, deleteRows } from './history.ts';
import { scenes } from './office.ts';

const person = { email: 'team@northwind.example', password: 'Copper-Lantern-58!' };
const folder = 'apps/web/src/features/help/pictures';

/** Narrow enough to be read in the column of an answer, and wide enough for the look of a desk. */
const wide = { width: 1040, height: 900 };
const narrow = { width: 720, height: 1100 };

/** What the answers of the help show: parts of the real screens, each in light and in dark colors. */
test('takes the pictures of the help', async ({ page }) => {
  test.setTimeout(600_000);
  const { request } = page.context();
  // What opens has its size at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, person);
  await inDatabase(
    [`update users set subscription_status = 'active', subscription_tier = 'premium' where email = $1`],
    [person.email],
  );
  await allowSmartsheet(page);
  for (const scene of scenes) await createAutomationByApi(page, scene);
  await andRun(request, ['Projects into Expense report'], () => deleteRows('Projects', 3, 14));

  await page.setViewportSize(wide);
  await page.goto('/dashboard');
  const list = page.getByRole('table', { name: 'Configurations' });
  await expect(list.getByText('Needs your review')).toBeVisible();
  await takePicture(page, 'list', list);

  for (const name of ['Regions into CRM', 'Staff into Assignments'])
    await page.getByRole('checkbox', { name: new RegExp(`Choose .*${name}`) }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
  const result = page.getByRole('toolbar', { name: 'Result' });
  await expect(result.getByRole('button', { name: 'Undo' })).toBeVisible();
  await takePicture(page, 'undo', result, 12);

  await page.setViewportSize(narrow);
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Review \d+ removals$/ })
    .first()
    .click();
  await expect(page.getByRole('table', { name: 'What would be removed' })).toBeVisible();
  await takePicture(page, 'review', page.getByRole('main').locator('section').first());

  await page.setViewportSize(wide);
  await page.goto('/settings#channels');
  await page.getByRole('button', { name: 'Add Slack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Slack' });
  const address = `${sandboxUrl()}/services/T024BE91L/B024BE91L/aBcDeFgHx8Qk`;
  await dialog.getByLabel('Incoming webhook address').fill(address);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByText(/^The test arrived/)).toBeVisible();
  // The address as it would be outside of this test.
  await dialog
    .getByLabel('Incoming webhook address')
    .evaluate((input: HTMLInputElement, shown) => (input.value = shown), realAddress);
  await takePicture(page, 'channels', dialog);

  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Help & Support' })).toBeVisible();
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
  // What hears the keys is loaded when the page is idle.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(shortcuts).toBeVisible({ timeout: 1000 });
  }).toPass();
  await takePicture(page, 'shortcuts', shortcuts);
});

const realAddress = 'https://hooks.slack.com/services/T024BE91L/B024BE91L/aBcDeFgHx8Qk';

/** Photographs a part of the page, once in light colors and once in dark ones. */
async function takePicture(page: Page, name: string, part: Locator, margin = 0): Promise<void> {
  await expect(part).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  // Moves the pointer out of the picture.
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const box = await part.boundingBox();
    if (!box) throw new Error(`nothing to see of ${name}`);
    const clip = {
      x: box.x - margin,
      y: box.y - margin,
      width: box.width + 2 * margin,
      height: box.height + 2 * margin,
    };
    const png = await page.screenshot({ clip, animations: 'disabled' });
    await writeFile(`${folder}/${name}-${colorScheme}.webp`, await toWebp(page, png));
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns a picture in a tenth of its size: every browser of today shows this format, and the one of the tests writes it. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    const written = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(written, (byte) => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  return Buffer.from(base64, 'base64');
}
