import { viewKeysMax } from '@picksync/contracts';
import { type ListSearch, listSearch } from './list-search.ts';
import { type ListLayout, type ListView, storedLayout } from './list-view.ts';

const layouts = { source: 'by-source', one: 'one-by-one' } as const satisfies Record<string, ListLayout>;

function fromKeys(keys: string | undefined, value: boolean): Record<string, boolean> {
  const all = (keys ?? '').split(',').filter((key) => key !== '');
  return Object.fromEntries(all.map((key) => [key, value]));
}

function toKeys(groups: Readonly<Record<string, boolean>>, wanted: boolean): string {
  const all = Object.keys(groups).filter((key) => groups[key] === wanted);
  return all.join(',').slice(0, viewKeysMax);
}

/** Returns the view that an address stands for. */
export function toListView({ q, state, by, order, cause, ...groups }: ListSearch): ListView {
  return {
    layout: by ? layouts[by] : storedLayout(),
    search: q ?? '',
    filter: state ?? 'all',
    order: order ?? 'newest',
    cause: cause ?? null,
    isOpen: { ...fromKeys(groups.open, true), ...fromKeys(groups.closed, false) },
    isWhole: fromKeys(groups.whole, true),
  };
}

/** Returns what stands in the address for a view. */
export function toListSearch(view: ListView): ListSearch {
  return listSearch({
    q: view.search.trim(),
    state: view.filter,
    by: view.layout === 'one-by-one' ? 'one' : 'source',
    order: view.order,
    cause: view.cause ?? '',
    open: toKeys(view.isOpen, true),
    closed: toKeys(view.isOpen, false),
    whole: toKeys(view.isWhole, true),
  });
}
