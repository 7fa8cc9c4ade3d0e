import { capitalize, isolated, type SavedView } from '@picksync/contracts';
import { toListSearch } from '../list/list-address.ts';
import { type ListSearch, listSearch } from '../list/list-search.ts';
import type { ListView } from '../list/list-view.ts';

/** What of the list stands in a saved view. A cause ends, so it does not. */
export type ViewSearch = Omit<ListSearch, 'cause'>;

/** Returns what a view is saved as; null while it shows a cause or a result. */
export function toSavedSearch(view: ListView): ViewSearch | null {
  return view.cause === null ? toListSearch(view) : null;
}

/** Returns whether two of them find the same automations in the same order, whatever groups are open. */
export function isSameView(one: ViewSearch, other: ViewSearch): boolean {
  const names = ['q', 'state', 'by', 'order'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Returns the view that has a name, in whatever letters. */
export function findNamed(views: readonly SavedView[], name: string): SavedView | undefined {
  const wanted = name.trim().toLowerCase();
  return views.find((view) => view.name.toLowerCase() === wanted);
}

const states = { 'needs-you': 'what needs you', 'in-sync': 'what is in sync', paused: 'what is paused' };
const layouts = { source: 'by source', one: 'one by one' };
const orders = { name: 'by name', 'last-update': 'last updated first', state: 'what needs you first' };

/** Returns what a view shows, in a line. */
export function describeView({ search }: Pick<SavedView, 'search'>): string {
  const { q, state, by, order } = listSearch(search);
  const parts = [
    q && `“${isolated(q)}”`,
    state && states[state],
    by && layouts[by],
    order ? orders[order] : 'newest first',
  ];
  return capitalize(parts.filter(Boolean).join(', '));
}
