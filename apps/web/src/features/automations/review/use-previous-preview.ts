import type { Preview } from '@picksync/contracts';
import { useEffect, useRef, useState } from 'react';

/** A user who presses a button this soon after the difference beside it changed by itself has not read it. */
const readWithinMs = 1000;

/** Remembers the preview before the newest one, if the sheets have changed in between. */
export function usePreviousPreview(latest: Preview | undefined) {
  const [shown, setShown] = useState(latest);
  const [before, setBefore] = useState<Preview | null>(null);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  if (latest && latest !== shown) {
    setShown(latest);
    if (shown && shown.fingerprint !== latest.fingerprint) setBefore(shown);
  }
  useEffect(() => {
    if (before) changedAt.current = performance.now();
  }, [before]);
  return {
    before,
    forget: () => setBefore(null),
    /** Returns the preview that an answer is about: the one before, while the newest has only just appeared. */
    read: () => (before && performance.now() - changedAt.current < readWithinMs ? before : latest),
  };
}
