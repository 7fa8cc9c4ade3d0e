import { startTransition, useEffect, useState } from 'react';

/** About the height of a row. */
const rowHeight = 60;
const atATime = 5;

/** Whether the list has been there in full: whoever comes back to it, perhaps far down, finds it so. */
let wasWhole = false;

/**
 * Returns how many of the rows are drawn: at first as many as a window holds, the rest a few at a time, so that no long list
 * holds the browser up while the page loads.
 */
export function useDrawnCount(count: number): number {
  const [drawn, setDrawn] = useState(() => Math.ceil(window.innerHeight / rowHeight / 2) + 2);
  const isWhole = wasWhole || drawn >= count;
  useEffect(() => {
    if (isWhole) {
      wasWhole = true;
      return;
    }
    const timer = setTimeout(() => startTransition(() => setDrawn((before) => before + atATime)));
    return () => clearTimeout(timer);
  }, [isWhole, drawn]);
  return isWhole ? count : drawn;
}
