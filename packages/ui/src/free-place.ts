export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** The least distance between a message and what can be pressed. */
const gap = 8;

function isOver(box: Box, other: Box): boolean {
  return (
    box.left < other.right + gap &&
    box.right > other.left - gap &&
    box.top < other.bottom + gap &&
    box.bottom > other.top - gap
  );
}

/**
 * Returns by how many pixels `box` has to move up so that it lies over none of `others`, and `null` where there is no such
 * place within `most` pixels.
 */
export function upToFreePlace(box: Box, others: readonly Box[], most: number): number | null {
  // One by one: what the browser measures has no properties of its own that could be spread.
  const { left, right, top, bottom } = box;
  let up = 0;
  while (up <= most) {
    const moved = { left, right, top: top - up, bottom: bottom - up };
    const hits = others.filter((other) => isOver(moved, other));
    if (hits.length === 0) return up;
    up += moved.bottom - Math.min(...hits.map(({ top }) => top)) + gap;
  }
  return null;
}

const pressable = 'button, a[href], input, select, textarea, summary, [role="toolbar"], [role="button"]';

/** Whether nobody sees it, as a link for the keyboard before it has the focus. */
function isClipped(element: Element): boolean {
  return getComputedStyle(element).clipPath === 'inset(50%)';
}

/** Returns where everything is that can be seen and pressed on the page, but for what `except` has. */
export function pressableBoxes(except: Element): Box[] {
  return [...document.querySelectorAll(pressable)]
    .filter((element) => !except.contains(element) && !isClipped(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}
