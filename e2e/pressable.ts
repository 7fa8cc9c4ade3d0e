import { expect, type Locator, type Page } from '@playwright/test';

const pressable =
  'a[href], button:not(:disabled), input, [role=tab], [role=menuitem], [role=menuitemradio], [role=option]';

/** Returns the controls that are smaller than this many pixels, including their label and invisible margin. */
function smallerThan(page: Page, least: number): Promise<string[]> {
  return page.evaluate(
    ({ selector, smallest }) => {
      const widest = (element: HTMLElement) => {
        const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((part) =>
          part.getBoundingClientRect(),
        );
        const margin = getComputedStyle(element, '::after');
        const size = (side: 'width' | 'height') =>
          Math.max(...boxes.map((box) => box[side]), Number.parseFloat(margin[side]) || 0);
        return [size('width'), size('height')] as const;
      };
      return (
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => !element.matches('.sr-only, [aria-hidden=true], p a'))
          // Nor is a link in an entry, unless it is drawn as a button.
          .filter((element) => !element.matches('li a') || getComputedStyle(element).borderTopWidth !== '0px')
          .flatMap((element) => {
            const [width, height] = widest(element);
            if (width >= smallest - 0.1 && height >= smallest - 0.1) return [];
            const name = element.getAttribute('aria-label') ?? element.textContent;
            return [`${name}: ${Math.round(width)} × ${Math.round(height)}`];
          })
      );
    },
    { selector: pressable, smallest: least },
  );
}

/** Expects that every control is at least this many pixels wide and high, except links within a sentence. */
export async function expectTargets(page: Page, least: number): Promise<void> {
  expect(await smallerThan(page, least), `what can be pressed and is smaller than ${least} pixels`).toEqual(
    [],
  );
}

/** Expects that the text of every control has a contrast of at least 4.5 to 1, as it is drawn. */
export async function expectReadable(page: Page): Promise<void> {
  const faint = await page.evaluate((selector) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('There is no canvas');
    type Paint = [red: number, green: number, blue: number, alpha: number];
    const paints = new Map<string, Paint>();
    const parsePaint = (colour: string): Paint => {
      const known = paints.get(colour);
      if (known) return known;
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
      const paint: Paint = [red, green, blue, alpha / 255];
      paints.set(colour, paint);
      return paint;
    };
    const over = (front: Paint, behind: Paint): Paint => {
      const mix = (at: 0 | 1 | 2) => front[at] * front[3] + behind[at] * (1 - front[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const ancestors = (element: Element | null): Element[] =>
      element ? [...ancestors(element.parentElement), element] : [];
    const luminance = (paint: Paint) => {
      const part = (at: 0 | 1 | 2) => {
        const value = paint[at] / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
    };
    const measureContrast = (element: Element) => {
      const line = ancestors(element);
      const behind = line.reduce<Paint>(
        (ground, part) => over(parsePaint(getComputedStyle(part).backgroundColor), ground),
        [255, 255, 255, 1],
      );
      const [red, green, blue, alpha] = parsePaint(getComputedStyle(element).color);
      const opacity = line.reduce((all, part) => all * Number(getComputedStyle(part).opacity), 1);
      const front = over([red, green, blue, alpha * opacity], behind);
      const [dark = 0, light = 0] = [luminance(front), luminance(behind)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    return [...document.querySelectorAll(selector)]
      .filter(
        (element) => element.textContent?.trim() && element.checkVisibility({ visibilityProperty: true }),
      )
      .map((element) => ({ name: element.textContent, contrast: measureContrast(element) }))
      .filter(({ contrast }) => contrast < 4.5)
      .map(({ name, contrast }) => `${name}: ${contrast.toFixed(2)}`);
  }, pressable);
  expect(faint, 'what can be pressed and is hard to read').toEqual([]);
}

/** Expects that `cover`, which floats over the page, covers no control within `place`. */
export async function expectCoversNothing(cover: Locator, place: Locator): Promise<void> {
  const covered = await cover.evaluate(
    (over, { within, selector }) => {
      const own = over.getBoundingClientRect();
      return [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !over.contains(element) && !element.matches('.sr-only'))
        .filter((element) => {
          const { top, right, bottom, left } = element.getBoundingClientRect();
          if (left >= own.right || right <= own.left || top >= own.bottom || bottom <= own.top) return false;
          const x = (Math.max(left, own.left) + Math.min(right, own.right)) / 2;
          const y = (Math.max(top, own.top) + Math.min(bottom, own.bottom)) / 2;
          // What lies under something else anyway, such as the foot of a dialog, is not covered by this.
          const uppermost = document.elementsFromPoint(x, y).find((at) => !over.contains(at));
          return element.contains(uppermost ?? null);
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent);
    },
    { within: await place.elementHandle(), selector: pressable },
  );
  expect(covered, 'what can be pressed and is covered').toEqual([]);
}
