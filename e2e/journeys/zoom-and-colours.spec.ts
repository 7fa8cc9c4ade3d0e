import { expectAccessible, expectNoSidewaysScroll, expectNoViolations } from '../accessibility.ts';
import { inDatabase } from '../database.ts';
import { expectNothingCutOff, expectStopsInSight, longestLine } from '../in-sight.ts';
import { expect, type Locator, type Page, test } from '../journey.ts';
import { makeSheet } from '../make-sheet.ts';
import {
  allowSmartsheet,
  createAutomation,
  createAutomationByApi,
  deleteAutomations,
  newPerson,
  openOption,
  signIn,
  signInConnected,
} from '../person.ts';
import { expectCoversNothing, expectReadable, expectTargets } from '../pressable.ts';

test.afterEach(({ page }) => deleteAutomations(page));

const regions = {
  name: 'Regions into Expense report',
  source: { sheet: 'Regions', column: 'Region' },
  target: { sheet: 'Expense report', column: 'Category' },
};

async function waitingRow(page: Page): Promise<Locator> {
  const row = page.getByRole('row', { name: regions.name });
  await expect(row.getByText('Needs your review')).toBeVisible();
  return row;
}

/** Creates an automation that waits for a review, because its row has every part that a row can have. */
async function createWaiting(page: Page): Promise<Locator> {
  await createAutomationByApi(page, regions);
  return waitingRow(page);
}

/** Calls `check` on each public page and on the dashboard of a signed-in user who is not connected. */
async function visitPages(page: Page, check: () => Promise<void>): Promise<void> {
  for (const path of ['/', '/login', '/login?mode=register', '/login?mode=verify', '/no-such-page']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await check();
  }
  await signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await check();
}

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New Configuration' }).first().click();
  await expect(page.getByLabel('Automation Name')).toBeVisible();
};

test.describe('enlarged to 400 % on a screen of 1280 by 1024', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('every dialog can be read, filled in and sent', async ({ page }) => {
    await signInConnected(page);
    const dialog = page.getByRole('dialog');
    await openForm(page);
    await expectStopsInSight(page, dialog);
    await page.keyboard.press('Escape');
    await createWaiting(page);

    const more = page.getByRole('button', { name: `More: ${regions.name}` });
    await more.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Next: Options' }).click();
    await page.getByRole('button', { name: /^Removal limit / }).click();
    await expect(page.getByLabel('Ask me before removing more than')).toBeAttached();
    await expectStopsInSight(page, dialog);
    await page.keyboard.press('Escape');

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectStopsInSight(page, page.getByRole('alertdialog'));
  });
});

test('nothing is cut off sideways from 320 to 2560 pixels, and lines stay short enough to read', async ({
  page,
}) => {
  const check = async () => {
    for (const width of [320, 480, 768, 1000, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await expectNothingCutOff(page);
      expect(await longestLine(page), `characters in a line, ${width} pixels wide`).toBeLessThan(100);
    }
  };
  await visitPages(page, check);
});

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  /** Expects that an element has the system's colour, in light and in dark. */
  async function expectColour(
    part: Locator,
    property: 'backgroundColor' | 'outlineColor',
    colour: string,
  ): Promise<void> {
    const isSystemColour = () =>
      part.evaluate(
        (element, [name, system]) => {
          const probe = document.createElement('i');
          probe.style.color = system;
          document.body.append(probe);
          const wanted = getComputedStyle(probe).color;
          probe.remove();
          return getComputedStyle(element)[name] === wanted;
        },
        [property, colour] as const,
      );
    for (const colorScheme of ['light', 'dark'] as const) {
      await part.page().emulateMedia({ colorScheme });
      await expect.poll(isSystemColour, { message: colorScheme, intervals: [50] }).toBe(true);
    }
  }

  test('chosen, focused, drawn and open elements can be told apart', async ({ page }) => {
    await signInConnected(page);
    await createWaiting(page);

    await expectNoViolations(page);
    await expectColour(page.getByRole('link', { name: 'Dashboard' }), 'backgroundColor', 'Highlight');
    const used = page.getByRole('progressbar');
    await expectColour(used.locator('div'), 'backgroundColor', 'CanvasText');
    expect(await used.evaluate((bar) => getComputedStyle(bar).borderTopWidth)).toBe('1px');
    const days = page.getByRole('img', { name: /Updates per day/ });
    await expectColour(days.locator('span').first(), 'backgroundColor', 'CanvasText');
    // The last runs have a column where there is room for it.
    await page.setViewportSize({ width: 1920, height: 900 });
    const run = page
      .getByRole('img', { name: /^Last (run|\d+ runs):/ })
      .locator('span')
      .first();
    expect(await run.evaluate((bar) => getComputedStyle(bar).borderTopWidth)).toBe('1px');

    await page.getByRole('button', { name: `More: ${regions.name}` }).click();
    await page.keyboard.press('ArrowDown');
    const reached = page.locator('[role=menuitem]:focus');
    await expectColour(reached, 'backgroundColor', 'Highlight');
    await page.keyboard.press('Escape');

    await openForm(page);
    const dialog = page.getByRole('dialog');
    expect(await dialog.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
    await page.keyboard.press('Shift+Tab');
    await expectColour(page.locator(':focus-visible'), 'outlineColor', 'Highlight');
    await page.getByRole('combobox', { name: 'Source Sheet', exact: true }).click();
    await page.getByRole('option').first().hover();
    await expectColour(page.locator('[role=option][data-active]'), 'backgroundColor', 'Highlight');
    await page.keyboard.press('Escape');
    await openOption(page, 'Order');
    const chosen = page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: 'As in the source' }) });
    await expectColour(chosen, 'backgroundColor', 'Highlight');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Review \d+ removals?$/ }).click();
    const gone = page.getByRole('img', { name: /^Now/ }).locator('span').first();
    expect(await gone.evaluate((part) => getComputedStyle(part).borderTopWidth)).toBe('1px');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page);
    }

    await page.goto('/settings');
    const theme = page.locator('label').filter({ has: page.getByRole('radio', { name: 'System' }) });
    await expectColour(theme, 'backgroundColor', 'Highlight');
  });
});

for (const { pointer, least, use } of [
  { pointer: 'a mouse', least: 24, use: { viewport: { width: 1280, height: 900 } } },
  {
    pointer: 'a finger',
    least: 44,
    use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  },
]) {
  test.describe(`with ${pointer}`, () => {
    test.use(use);

    test(`everything that can be pressed has ${least} pixels and can be read in light and dark`, async ({
      page,
    }) => {
      const check = async () => {
        await expectTargets(page, least);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectReadable(page);
        }
      };
      await visitPages(page, check);
      await allowSmartsheet(page);
      await createWaiting(page);
      await check();
      // On a phone it is in the menu of the row.
      const pause = page.getByRole('button', { name: `Pause: ${regions.name}` });
      if (await pause.isVisible()) await pause.click();
      else {
        await page.getByRole('button', { name: `More: ${regions.name}` }).click();
        await page.getByRole('menuitem', { name: 'Pause' }).click();
      }
      await expect(page.getByRole('row', { name: regions.name }).getByText('Paused')).toBeVisible();
      await check();
      await openForm(page);
      await check();
      await page.getByRole('combobox', { name: 'Source Sheet', exact: true }).click();
      await page.getByRole('option', { name: 'Regions', exact: true }).click();
      await check();
      await page.keyboard.press('Escape');
      await page.goto('/dashboard?section=activity');
      await expect(page.getByText('was created').first()).toBeVisible();
      await check();
      await page.goto('/settings#notifications');
      await expect(page.getByRole('checkbox').first()).toBeVisible();
      await check();
    });
  });
}

for (const hasTouch of [false, true]) {
  test.describe(`on a phone${hasTouch ? ' with a finger' : ''}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, isMobile: hasTouch, hasTouch });

    test('the first automation is seen without scrolling, and messages cover nothing', async ({ page }) => {
      const message = page.getByRole('region', { name: /Notifications/ }).locator('li');
      const standStill = () =>
        message.evaluate((item) => Promise.allSettled(item.getAnimations().map(({ finished }) => finished)));
      await signInConnected(page);
      // Messages stay while the window has no focus, so that each can be measured. A new one has the time of its own.
      await page.evaluate(() =>
        new MutationObserver(() => window.dispatchEvent(new Event('blur'))).observe(document.body, {
          childList: true,
          subtree: true,
        }),
      );
      await openForm(page);
      await page.getByRole('button', { name: 'Next: Options' }).click();
      await expect(message).toBeVisible();
      await standStill();
      await expectCoversNothing(message, page.getByRole('dialog'));
      await page.getByRole('button', { name: 'Cancel' }).click();

      await createAutomation(page, regions);
      await expect(message).toBeVisible();
      await standStill();
      await expectCoversNothing(message, page.locator('body'));
      const row = await waitingRow(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      const { y = 740, height = 0 } = (await row.boundingBox()) ?? {};
      expect(y + height, 'where the first row ends').toBeLessThan(740);
      const activity = page.getByRole('region', { name: 'Recent Activity' });
      const title = await activity.getByRole('heading').boundingBox();
      const link = await activity.getByRole('link', { name: 'View all activity logs' }).boundingBox();
      expect(link?.y, 'where the link of the head begins').toBeLessThan(
        (title?.y ?? 0) + (title?.height ?? 0),
      );
    });

    test('the first of many automations is seen without scrolling, beneath what narrows the list', async ({
      page,
    }) => {
      const person = newPerson();
      await signIn(page, person);
      await inDatabase([`update users set max_configurations = 10 where email = $1`], [person.email]);
      await makeSheet({ name: 'Trees', rows: ['Alder', 'Birch'] });
      const gardens = ['North', 'East', 'South', 'West', 'Upper', 'Lower'].map((side) => `${side} garden`);
      for (const name of gardens) await makeSheet({ name, dropdown: { title: 'Tree', options: [] } });
      await allowSmartsheet(page);
      const source = { sheet: 'Trees', column: 'Name' };
      const createFor = (sheet: string) =>
        createAutomationByApi(page, { name: `Into ${sheet}`, source, target: { sheet, column: 'Tree' } });
      await Promise.all(gardens.map(createFor));
      await page.goto('/configurations');
      const first = page.getByRole('button', { name: 'Trees · Name feeds 6 columns' });
      const { y = 740, height = 0 } = (await first.boundingBox()) ?? {};
      expect(y + height, 'where the head of the first ends').toBeLessThan(600);

      const choices = page.getByRole('button', { name: /^Filter and view: / });
      await choices.press('Enter');
      await expectTargets(page, hasTouch ? 44 : 24);
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(choices).toBeFocused();
      await expect(page.getByRole('row', { name: /^Into / })).toHaveCount(gardens.length);
      await choices.press('Enter');
      await page.getByRole('menuitemradio', { name: 'Paused 0' }).click();
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await expect(choices).toHaveText('Paused 0');
      await expectAccessible(page, { widths: [360] });
    });
  });
}

test('nothing moves for those who asked for less of it', async ({ page }) => {
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(
          ({ style }) => style.animationName !== 'none' || !/^0s(, 0s)*$/.test(style.transitionDuration),
        )
        .map(({ element }) => element.className.toString()),
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signInConnected(page);
  expect(await moving()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await moving()).toEqual([]);
  await openForm(page);
  await page.getByRole('button', { name: 'Create Automation' }).click();
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('li')).toBeVisible();
  await page.getByRole('combobox', { name: 'Source Sheet', exact: true }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await moving()).toEqual([]);
});
