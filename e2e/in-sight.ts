import { expect, type Locator, type Page } from '@playwright/test';

type Stop = { name: string; inSight: boolean; isFirst: boolean };

/** Returns whether the focused element of a dialog is completely inside the window and not covered. */
function stopAt(dialog: Locator): Promise<Stop> {
  return dialog.evaluate((box) => {
    const focused = document.activeElement ?? document.body;
    const { top, right, bottom, left } = focused.getBoundingClientRect();
    const inside = top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isFirst = focused.hasAttribute('data-first-stop');
    if (!box.querySelector('[data-first-stop]')) focused.setAttribute('data-first-stop', '');
    const name =
      focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent ?? '';
    return { name, inSight: inside && hit !== null && focused.contains(hit), isFirst };
  });
}

/**
 * Moves through a dialog with Tab, and expects that every focused element is completely visible. Returns the number of
 * tab stops.
 */
export async function expectStopsInSight(page: Page, dialog: Locator): Promise<number> {
  await expect(dialog).toBeVisible();
  // Waits until the dialog's animations have ended.
  await dialog.evaluate((box) => Promise.allSettled(box.getAnimations().map(({ finished }) => finished)));
  const hidden: string[] = [];
  let stops = 0;
  for (; stops < 40; stops += 1) {
    await page.keyboard.press('Tab');
    const { name, inSight, isFirst } = await stopAt(dialog);
    if (isFirst) break;
    if (!inSight) hidden.push(name);
  }
  expect(hidden, 'what has the focus and is not seen').toEqual([]);
  expect(stops, 'stops of the dialog').toBeGreaterThan(1);
  return stops;
}

/** Expects that nothing visible overflows the left or right edge of the window. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const cutOff = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isDrawn = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, [class*="sr-only"]');
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 1 && (left < -1 || right > width + 1) && isDrawn(element);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
  expect(cutOff).toEqual([]);
}

/** Expects that no cell of a table is narrower than its content. */
export async function expectRoomInCells(table: Locator): Promise<void> {
  const tooNarrow = await table.evaluate((element) =>
    [...element.querySelectorAll('td')]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  );
  expect(tooNarrow, 'cells that reach into the next one').toEqual([]);
}

/** Returns the length of the longest line of a paragraph, in average characters of its font. */
export function longestLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    const lengths = [...document.querySelectorAll('p')].map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const rows = [...range.getClientRects()];
      const width = Math.max(0, ...rows.map((row) => row.width));
      return width / (Number.parseFloat(getComputedStyle(paragraph).fontSize) * 0.5);
    });
    return Math.max(0, ...lengths);
  });
}

/** Expects that no word of the page is broken, as it is where a part is too narrow for its letters. */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const range = document.createRange();
    const measureLines = (text: Node) => {
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, 4);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      const words = nodeValue?.trim().split(/[\s-]+/) ?? [];
      if (!parentElement?.checkVisibility() || parentElement.closest('[class*="sr-only"]')) continue;
      if (measureLines(texts.currentNode) > words.length) found.push(words.join(' '));
    }
    return found;
  });
  expect(broken, 'texts with a broken word').toEqual([]);
}
