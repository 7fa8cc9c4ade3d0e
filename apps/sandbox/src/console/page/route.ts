import { useSyncExternalStore } from 'react';

const pages = ['sheets', 'reports', 'inbox', 'channels', 'payments', 'faults', 'calls'] as const;

export type PageName = (typeof pages)[number];
export type Route = { page: PageName; id: string | null };

function isPage(name: string): name is PageName {
  return pages.some((page) => page === name);
}

/** Returns the page of a hash: `#/sheets/123` is sheet 123, anything unknown is the list of sheets. */
export function parseRoute(hash: string): Route {
  const [, page = '', id] = hash.replace(/^#/, '').split('/');
  if (!isPage(page)) return { page: 'sheets', id: null };
  return { page, id: id ? decodeURIComponent(id) : null };
}

export function linkTo(page: PageName, id?: string): string {
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}`;
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** Returns where the address leads. Links to sheets and to the inbox name these hashes, also outside of the console. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHashChange, () => window.location.hash));
}
