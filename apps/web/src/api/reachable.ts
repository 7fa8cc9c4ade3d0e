import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Returns whether the browser has a network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Returns whether no reply came, or only one of a proxy whose server cannot be reached. */
export function isUnreachable(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
