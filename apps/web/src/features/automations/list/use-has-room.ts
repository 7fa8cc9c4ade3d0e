import { useSyncExternalStore } from 'react';

/** From this width of the window on the list has room for three more columns. */
const query = '(width >= 107.5rem)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Returns whether there is room for more columns, and follows the window. */
export function useHasRoom(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
