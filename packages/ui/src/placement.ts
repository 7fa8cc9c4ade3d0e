import { type RefObject, useLayoutEffect } from 'react';

type Side = 'top' | 'right' | 'bottom';
export type Placement = { side: Side; align?: 'start' | 'center' | 'end'; gap: number };
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** What floats keeps this far from the window's edges. */
const edge = 8;

const opposite = { top: 'bottom', bottom: 'top' } as const;

function topAt(side: Side, { anchor, size, gap }: { anchor: Box; size: Size; gap: number }): number {
  if (side === 'right') return anchor.top + (anchor.height - size.height) / 2;
  return side === 'top' ? anchor.top - size.height - gap : anchor.top + anchor.height + gap;
}

function leftAt({ side, align = 'center', gap }: Placement, anchor: Box, size: Size): number {
  if (side === 'right') return anchor.left + anchor.width + gap;
  const share = { start: 0, center: 0.5, end: 1 }[align];
  return anchor.left + (anchor.width - size.width) * share;
}

/**
 * Returns where something of a size floats beside its anchor in a window: on the wanted side, above or below on the other
 * one when it has no room there, and never over the window's edges.
 */
export function placeBeside(
  anchor: Box,
  { size, window, wanted }: { size: Size; window: Size; wanted: Placement },
): { left: number; top: number } {
  const at = (side: Side) => topAt(side, { anchor, size, gap: wanted.gap });
  const fits = (top: number) => top >= edge && top + size.height <= window.height - edge;
  const first = at(wanted.side);
  const second = wanted.side === 'right' ? first : at(opposite[wanted.side]);
  const top = fits(first) || !fits(second) ? first : second;
  const within = (value: number, most: number) => Math.max(edge, Math.min(value, most - edge));
  return {
    left: within(leftAt(wanted, anchor, size), window.width - size.width),
    top: within(top, window.height - size.height),
  };
}

/**
 * Returns where something is drawn that floats beside an element: in the window around it, which keeps the focus and the
 * pointer from what is outside, else in the page.
 */
export function floatsIn(anchor: HTMLElement | null): HTMLElement {
  return anchor?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]') ?? document.body;
}

/** Keeps something that floats beside its anchor while the page scrolls or its window changes. */
export function usePlacement(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  { side, align = 'center', gap }: Placement,
): void {
  useLayoutEffect(() => {
    const place = () => {
      const box = floating.current;
      if (!box || !anchor.current) return;
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      const { left, top } = placeBeside(anchor.current.getBoundingClientRect(), {
        size,
        window: { width, height },
        wanted: { side, align, gap },
      });
      box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
    };
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [floating, anchor, side, align, gap]);
}
