import { create } from 'zustand';
import { quietly } from '../../../stores/session-storage.ts';
import { forgetWithUser } from '../../../stores/user-state.ts';

export type ListLayout = 'by-source' | 'one-by-one';
export type StateFilter = 'all' | 'needs-you' | 'in-sync' | 'paused';
export type ListOrder = 'newest' | 'name' | 'last-update' | 'state';

const storageKey = 'automationsLayout';

export type ListView = {
  layout: ListLayout;
  search: string;
  filter: StateFilter;
  order: ListOrder;
  /** The automations of one cause, by its key; null for all. */
  cause: string | null;
  /** Groups that were opened or closed by hand. */
  isOpen: Readonly<Record<string, boolean>>;
  /** Groups of which all rows are shown. */
  isWhole: Readonly<Record<string, boolean>>;
};

export function storedLayout(): ListLayout {
  return quietly(() => localStorage.getItem(storageKey)) === 'one-by-one' ? 'one-by-one' : 'by-source';
}

export const unfiltered = {
  search: '',
  filter: 'all',
  order: 'newest',
  cause: null,
  isOpen: {},
  isWhole: {},
} as const;

/** The view of the list. The layout is remembered in this browser, everything else stands in the address. */
export const useListView = create<ListView>(() => ({ layout: storedLayout(), ...unfiltered }));

const set = useListView.setState;

forgetWithUser(() => set(unfiltered));

export function chooseLayout(layout: ListLayout): void {
  quietly(() => localStorage.setItem(storageKey, layout));
  set({ layout });
}

export function searchFor(search: string): void {
  set({ search });
}

export function filterBy(filter: StateFilter): void {
  set({ filter });
}

export function sortBy(order: ListOrder): void {
  set({ order });
}

/** Shows the automations of one cause only; null shows all again. */
export function showCause(cause: string | null): void {
  set({ cause, search: '', filter: 'all' });
}

/** Shows every automation again. */
export function clearFilters(): void {
  set({ search: '', filter: 'all', cause: null });
}

export function setGroupOpen(key: string, isOpen: boolean): void {
  set(({ isOpen: before }) => ({ isOpen: { ...before, [key]: isOpen } }));
}

export function showWholeGroup(key: string): void {
  set(({ isWhole: before }) => ({ isWhole: { ...before, [key]: true } }));
}

/** Returns whether less than all automations are wanted. */
export function isNarrowed({
  search,
  filter,
  cause,
}: Pick<ListView, 'search' | 'filter' | 'cause'>): boolean {
  return search.trim() !== '' || filter !== 'all' || cause !== null;
}
