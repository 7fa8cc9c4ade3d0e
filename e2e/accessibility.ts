import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const everyRule = { type: 'tag', values: ['wcag2a', 'wcag21a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } as const;

/** The rules about colours; all others check the structure, which is the same in every theme. */
const rulesOfColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

declare const window: { axe?: typeof axe };

export async function expectNoViolations(
  page: Page,
  runOnly: typeof everyRule | typeof rulesOfColour = everyRule,
): Promise<void> {
  // Once for each document: the source is half a megabyte.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  // Waits for transitions of colours, because a colour in between is not checked. An inherited colour starts its
  // transition after its parent's. Endless animations are skipped.
  await page.evaluate(async () => {
    const underWay = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
    for (let rest = underWay(); rest.length > 0; rest = underWay())
      await Promise.allSettled(rest.map(({ finished }) => finished));
  });
  const violations = await page.evaluate(async ({ type, values }) => {
    // Only violations are reported; describing what passes would take time.
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

/** Expects that no framed part overflows the right edge of its container. */
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

/**
 * Expects that nothing breaks a rule or is cut off, on a wide screen and on a phone, in light and dark. Leaves the page
 * wide and light.
 */
export async function expectAccessible(page: Page, { widths = [360, 1280] } = {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectPartsInside(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      // Without transitions of colours, because a colour in between is not checked.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(
        (scheme) => (document.documentElement.dataset.theme ?? scheme) === scheme,
        colorScheme,
      );
      await expectNoViolations(page, colorScheme === 'light' ? everyRule : rulesOfColour);
    }
  }
}
