import {
  type ListLayout,
  type ListOrder,
  type ListView,
  type StateFilter,
  storedLayout,
} from './list-view.ts';

/** The view of the list, as it stands in the address; what is as usual is left out. */
export type ListSearch = {
  q?: string;
  state?: Exclude<StateFilter, 'all'>;
  by?: 'source' | 'one';
  order?: Exclude<ListOrder, 'newest'>;
  cause?: string;
  /** Keys of groups that are open, closed, or shown as a whole, with commas between them. */
  open?: string;
  closed?: string;
  whole?: string;
};

const filters = ['needs-you', 'in-sync', 'paused'] as const;
const orders = ['name', 'last-update', 'state'] as const;
const longestText = 200;
/** A link has to fit into a mail. */
const longestKeys = 1500;

function toText(value: unknown, longest = longestText): string {
  // A number in an address arrives as one.
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).slice(0, longest);
}

/** Returns the parameters of the address that are about the list; any others are dropped. */
export function listSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const [q, cause] = [toText(search.q), toText(search.cause)];
  const [open, closed, whole] = [search.open, search.closed, search.whole].map((keys) =>
    toText(keys, longestKeys),
  );
  const state = filters.find((one) => one === search.state);
  const order = orders.find((one) => one === search.order);
  return {
    ...(q !== '' && { q }),
    ...(state && { state }),
    ...((search.by === 'source' || search.by === 'one') && { by: search.by }),
    ...(order && { order }),
    ...(cause !== '' && { cause }),
    ...(open && { open }),
    ...(closed && { closed }),
    ...(whole && { whole }),
  };
}

const layouts = { source: 'by-source', one: 'one-by-one' } as const satisfies Record<string, ListLayout>;

function fromKeys(keys: string | undefined, value: boolean): Record<string, boolean> {
  const all = (keys ?? '').split(',').filter((key) => key !== '');
  return Object.fromEntries(all.map((key) => [key, value]));
}

function toKeys(groups: Readonly<Record<string, boolean>>, wanted: boolean): string {
  const all = Object.keys(groups).filter((key) => groups[key] === wanted);
  return all.join(',').slice(0, longestKeys);
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
