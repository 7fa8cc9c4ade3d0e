import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';
import { isPageBeginning } from './page-settled.ts';

type Draw = () => void;

const waiting: Draw[] = [];
let current: Draw | null = null;

/** Each part is drawn and laid out in tasks of its own. */
function drawNext(): void {
  current = waiting.shift() ?? null;
  if (current) afterPaint(current);
}

function leave(draw: Draw): void {
  if (current === draw) drawNext();
  else waiting.splice(waiting.indexOf(draw), 1);
}

/** Resolves when every part of the first page is drawn, with the parts that are in it. */
export async function untilDrawn(): Promise<void> {
  do await new Promise<void>(afterPaint);
  while (current);
}

/**
 * Returns whether a part of the page may be drawn. The parts of the first page are drawn one after another, in the order in
 * which they stand on it: drawn and laid out together they would hold up a slow browser. Later there is no wait.
 */
export function useStaggeredRender(): boolean {
  const [isDrawn, setDrawn] = useState(() => !isPageBeginning());
  useEffect(() => {
    if (isDrawn) return;
    const draw = () => startTransition(() => setDrawn(true));
    waiting.push(draw);
    if (!current) drawNext();
    // Also called once the part is drawn: then the next one follows.
    return () => leave(draw);
  }, [isDrawn]);
  return isDrawn;
}
