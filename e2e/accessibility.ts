import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const everyRule = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } as const;

/** What colours decide: all other rules read the structure, which is the same in every theme. */
const rulesOfColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

declare const window: { axe?: typeof axe };

export async function expectNoViolations(
  page: Page,
  runOnly: typeof everyRule | typeof rulesOfColour = everyRule,
): Promise<void> {
  // Once for each document: the source is half a megabyte.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  // Colors on their way to others are not judged. What turns for ever has no end to wait for.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  const violations = await page.evaluate(async ({ type, values }) => {
    // Only violations are said: what passes is neither described nor given a selector.
    const found = await window.axe?.run({
      runOnly: { type, values: [...values] },
      resultTypes: ['violations'],
      selectors: false,
    });
    return found?.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, runOnly);
  expect(violations).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBe(0);
}

/** No framed part reaches over the right edge of what it stands in. */
async function expectPartsInside(page: Page): Promise<void> {
  const overhanging = await page.evaluate(() =>
    [...document.querySelectorAll('section[aria-label]')]
      .filter((part) => {
        const around = part.parentElement?.getBoundingClientRect();
        return around !== undefined && part.getBoundingClientRect().right > around.right + 1;
      })
      .map((part) => part.getAttribute('aria-label')),
  );
  expect(overhanging, 'parts that reach over the edge').toEqual([]);
}

/** Nothing breaks a rule or is cut off, on a wide screen and on a phone, in light and dark. Ends wide and light. */
export async function expectAccessible(page: Page, { widths = [360, 1280] } = {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectPartsInside(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      // Colours on their way to others are not judged.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(
        (scheme) => (document.documentElement.dataset.theme ?? scheme) === scheme,
        colorScheme,
      );
      await expectNoViolations(page, colorScheme === 'light' ? everyRule : rulesOfColour);
    }
  }
}
