import { create } from 'zustand';
import { quietly } from './session-storage.ts';

const storageKey = 'shortcuts';

/** Whether single keys act in this browser. They do unless they were switched off. */
export const useShortcuts = create<{ isOn: boolean }>(() => ({
  isOn: quietly(() => localStorage.getItem(storageKey)) !== 'off',
}));

/** Returns whether single keys act, for those who listen to keys. */
export function areShortcutsOn(): boolean {
  return useShortcuts.getState().isOn;
}

/** Switches single keys on or off, and stores that. Where storage is not allowed, it lasts until the page is left. */
export function switchShortcuts(isOn: boolean): void {
  quietly(() => (isOn ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, 'off')));
  useShortcuts.setState({ isOn });
}
