import { create } from 'zustand';
import { quietly } from '../../../stores/session-storage.ts';
import { forgetWithUser } from '../../../stores/user-state.ts';

export type ListLayout = 'by-source' | 'one-by-one';
export type StateFilter = 'all' | 'needs-you' | 'in-sync' | 'paused';

const storageKey = 'automationsLayout';

/** Groups that are shown at first, and with each further step. */
const firstGroups = 6;
const moreGroups = 5;

export type ListView = {
  layout: ListLayout;
  search: string;
  filter: StateFilter;
  /** Groups that were opened or closed by hand. */
  isOpen: Readonly<Record<string, boolean>>;
  groupsShown: number;
};

function storedLayout(): ListLayout {
  return quietly(() => localStorage.getItem(storageKey)) === 'one-by-one' ? 'one-by-one' : 'by-source';
}

const unfiltered = { search: '', filter: 'all', isOpen: {}, groupsShown: firstGroups } as const;

/** The view of the list. The layout is remembered in this browser, everything else until the page is left or its user logs out. */
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

export function setGroupOpen(key: string, isOpen: boolean): void {
  set(({ isOpen: before }) => ({ isOpen: { ...before, [key]: isOpen } }));
}

export function showMoreGroups(): void {
  set(({ groupsShown }) => ({ groupsShown: groupsShown + moreGroups }));
}

/** Returns how many groups the next step adds. */
export function nextGroups(left: number): number {
  return Math.min(left, moreGroups);
}
