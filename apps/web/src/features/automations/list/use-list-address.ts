import { type HistoryState, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { toListSearch, toListView } from './list-address.ts';
import { type ListSearch, listSearch } from './list-search.ts';
import { useListView } from './list-view.ts';

/** A browser lets a page change its address a hundred times in half a minute. */
const settledMs = 250;

function toKey(search: ListSearch): string {
  return JSON.stringify(Object.entries(search).sort());
}

const names = ['q', 'state', 'by', 'order', 'cause', 'open', 'closed', 'whole'] as const;

/** Returns the parameters of an address that are not about the list. */
function withoutList(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.some((one) => one === name)));
}

/** Returns whether an entry of the history is that of a window above the page. It goes when the window is closed, with what is written there. */
function isAbovePage({ above, isOpenedHere }: HistoryState): boolean {
  return Boolean(above || isOpenedHere);
}

/**
 * Keeps the view of the list in the address, so that Back, a reload and a link bring it back. What is typed changes the
 * list at once, and the address when it has come to rest.
 */
export function useListAddress(): void {
  const router = useRouter();
  const search = listSearch(useSearch({ strict: false }));
  const key = toKey(search);
  const known = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (known.current === key) return;
    known.current = key;
    useListView.setState(toListView(Object.fromEntries(JSON.parse(key) as [string, string][])));
  }, [key]);
  useEffect(() => {
    const { history } = router;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isKept = false;
    const { pathname } = history.location;
    const write = () => {
      timer = undefined;
      isKept = isAbovePage(history.location.state);
      if (isKept) return;
      const next = toListSearch(useListView.getState());
      // On another page by now.
      if (toKey(next) === known.current || history.location.pathname !== pathname) return;
      known.current = toKey(next);
      void router.navigate({
        to: '.',
        search: (before) => ({ ...withoutList(before), ...next }),
        state: true,
        replace: true,
        resetScroll: false,
      });
    };
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(write, settledMs);
    };
    const stop = useListView.subscribe(writeSoon);
    const stopWaiting = history.subscribe(() => {
      if (isKept) writeSoon();
    });
    return () => {
      stop();
      stopWaiting();
      clearTimeout(timer);
    };
  }, [router]);
}

/** Returns the address of the view, for whoever it is sent to: it shows them their own automations. */
export function getViewAddress(): string {
  const search = new URLSearchParams(toListSearch(useListView.getState()));
  return `${window.location.origin}/configurations?${search}`;
}
