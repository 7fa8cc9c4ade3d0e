import { create } from 'zustand';
import { quietly } from './session-storage.ts';

const storageKey = 'hidden-maintenance';

/** The begin of the announced window that was hidden in this browser: one that is moved is shown again. */
export const useHiddenMaintenance = create<{ startsAt: string | null }>(() => ({
  startsAt: quietly(() => localStorage.getItem(storageKey)) ?? null,
}));

/** Hides an announced window until it begins. Where storage is not allowed, until the page is left. */
export function hideMaintenance(startsAt: string): void {
  quietly(() => localStorage.setItem(storageKey, startsAt));
  useHiddenMaintenance.setState({ startsAt });
}
