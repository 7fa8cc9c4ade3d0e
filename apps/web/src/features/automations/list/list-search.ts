import { viewKeysMax, viewOrders, viewStates, viewTextMax } from '@picksync/contracts';
import type { ListOrder, StateFilter } from './list-view.ts';

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

function toText(value: unknown, longest = viewTextMax): string {
  // A number in an address arrives as one.
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).slice(0, longest);
}

/** Returns the parameters of the address that are about the list; any others are dropped. */
export function listSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const [q, cause] = [toText(search.q), toText(search.cause)];
  const [open, closed, whole] = [search.open, search.closed, search.whole].map((keys) =>
    toText(keys, viewKeysMax),
  );
  const state = viewStates.find((one) => one === search.state);
  const order = viewOrders.find((one) => one === search.order);
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
