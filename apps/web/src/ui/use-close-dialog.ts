import { type HistoryState, useRouter } from '@tanstack/react-router';
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
  return useCloseEntry(() => void router.navigate({ to: page, search: {}, replace: true }));
}

/** The same for anything in the address that is opened above a page; `leave` closes what was not opened there. */
export function useCloseEntry(leave: () => void): () => void {
  const router = useRouter();
  return () => {
    const { history, state } = router;
    const place = getPlaceOfDialog(history.location);
    // It is drawn a moment longer than its entry is there.
    if (state.resolvedLocation && getPlaceOfDialog(state.resolvedLocation) > place) return;
    whenSettled(history, () => {
      // It was closed already: twice would leave the page.
      if (getPlaceOfDialog(history.location) !== place) return;
      const { isOpenedHere, above = 0 } = history.location.state;
      // What is open above the dialog goes with it.
      if (isOpenedHere) leaveEntries(history, 1 + above);
      else leave();
    });
  };
}

/** Returns the place of the dialog's entry in the history, below what is open above it. */
function getPlaceOfDialog({ state }: { state: HistoryState & { __TSR_index?: number } }): number {
  return (state.__TSR_index ?? 0) - (state.above ?? 0);
}
