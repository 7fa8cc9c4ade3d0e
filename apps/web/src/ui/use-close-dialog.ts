import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { leaveEntries, whenSettled } from './use-back-closes.tsx';

/** Goes with an address that opens a dialog above the page that is shown: closing it is going back there. */
export const openedHere = { isOpenedHere: true } as const;

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    isOpenedHere?: true;
  }
}

/**
 * Returns a function that closes the dialog in the address: back to the page it was opened from, so that Back does not
 * pass that page twice, else to `page`.
 */
export function useCloseDialog(
  page: '/dashboard' | '/configurations' | '/subscription' | '.' = '/dashboard',
): () => void {
  const router = useRouter();
  const closed = useRef<string>(undefined);
  const close = () => {
    const { href, state } = router.history.location;
    const entry = state.__TSR_key ?? href;
    // Going back takes a moment, and twice would leave the page.
    if (closed.current === entry) return;
    if (!state.isOpenedHere) return void router.navigate({ to: page, search: {}, replace: true });
    closed.current = entry;
    // What is open above the dialog goes with it.
    leaveEntries(router.history, 1 + (state.above ?? 0));
  };
  return () => whenSettled(router.history, close);
}
