import { startTransition, useEffect, useState } from 'react';

/** The page is there in full after this, even with a processor four times slower. */
const firstDrawingMs = 5_000;

let isOver = false;

/**
 * Returns whether the content may be drawn. The first page is drawn a little later than its outline, in slices between which
 * the browser answers: React draws what a store tells all at once, and what follows an effect need not be. Later pages are
 * drawn at once.
 */
export function useFirstDrawing(): boolean {
  const [isDrawn, setDrawn] = useState(isOver);
  useEffect(() => {
    startTransition(() => setDrawn(true));
    setTimeout(() => {
      isOver = true;
    }, firstDrawingMs);
  }, []);
  return isDrawn;
}
