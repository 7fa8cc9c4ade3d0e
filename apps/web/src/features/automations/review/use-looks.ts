import type { Preview } from '@picksync/contracts';
import { useState } from 'react';

/** Remembers the look before the newest one, if the sheets have changed in between. */
export function useLooks(latest: Preview | undefined) {
  const [shown, setShown] = useState(latest);
  const [before, setBefore] = useState<Preview | null>(null);
  if (latest && latest !== shown) {
    setShown(latest);
    if (shown && shown.fingerprint !== latest.fingerprint) setBefore(shown);
  }
  return { before, forget: () => setBefore(null) };
}
