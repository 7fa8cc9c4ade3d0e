import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    /** How many things are open above the page, or were before a reload. */
    above?: number;
  }
}

/**
 * Makes what has just opened above the page an entry of the browser's history, so that Back closes it. Returns what closes
 * it by other ways: it goes back, and `onClosed` is called when the entry is gone, so that what follows may lead elsewhere.
 */
export function useBackCloses(onClosed: () => void): () => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const place = useLocation({ select: ({ state }) => state.__TSR_index });
  const entry = useRef<{ before: number; isThere: boolean; isLeft: boolean }>(undefined);
  const closed = useRef(onClosed);
  closed.current = onClosed;

  useEffect(() => {
    const current = entry.current;
    if (!current) {
      entry.current = { before: place, isThere: false, isLeft: false };
      void navigate({
        to: '.',
        search: true,
        hash: true,
        // An entry that differs in nothing would be none of its own.
        state: (state) => ({ ...state, above: (state.above ?? 0) + 1 }),
        resetScroll: false,
      });
    } else if (place > current.before) {
      current.isThere = true;
      if (current.isLeft) history.back();
    } else if (current.isThere) closed.current();
  }, [place, navigate, history]);

  return () => {
    if (!entry.current || entry.current.isLeft) return;
    entry.current.isLeft = true;
    if (entry.current.isThere) history.back();
  };
}
