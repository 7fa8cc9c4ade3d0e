import { useSyncExternalStore } from 'react';

/** Narrower than `md` in tokens.css. */
const query = '(width < 48rem)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Returns whether the window is as narrow as a phone, and follows it. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
