import { startTransition, useEffect, useState } from 'react';
import { create } from 'zustand';
import { afterPaint } from '../../../ui/after-paint.ts';

/** About the height of a row. */
const rowHeight = 60;
const atATime = 4;

/** Whether the whole list has been drawn once: then it is drawn whole again, so that the scroll position is right. */
export const useDrawnList = create(() => ({ wasWhole: false }));

/**
 * Returns how many rows to draw, a few more with each task, so that a long list does not block the browser while the page
 * loads; and whether the rows reach so far down that what stands below the list can take its place.
 */
export function useDrawnCount(count: number): { drawn: number; isPlaced: boolean; isWhole: boolean } {
  const { wasWhole } = useDrawnList();
  const [drawn, setDrawn] = useState(atATime);
  const [windowful] = useState(() => Math.ceil(window.innerHeight / rowHeight / 2) + 2);
  const isWhole = wasWhole || drawn >= count;
  useEffect(() => {
    if (isWhole) {
      useDrawnList.setState({ wasWhole: true });
      return;
    }
    let isOver = false;
    afterPaint(() => {
      if (!isOver) startTransition(() => setDrawn((before) => before + atATime));
    });
    return () => {
      isOver = true;
    };
  }, [isWhole, drawn]);
  return { drawn: isWhole ? count : drawn, isPlaced: isWhole || drawn >= windowful, isWhole };
}
