import { create } from 'zustand';
import { areShortcutsOn } from './shortcuts.ts';

/** What is open above the page: the command menu, or the list of the shortcuts. */
export const useCommandMenu = create<{ open: 'menu' | 'keys' | null }>(() => ({ open: null }));

export function openCommandMenu(): void {
  useCommandMenu.setState({ open: 'menu' });
}

export function openShortcutList(): void {
  useCommandMenu.setState({ open: 'keys' });
}

export function closeCommandMenu(): void {
  useCommandMenu.setState({ open: null });
}

const typedIn = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
const above = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/**
 * Returns whether a key that was pressed alone is a shortcut: nothing is typed or composed, nothing is open above the page,
 * and such shortcuts are not switched off.
 */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || event.defaultPrevented)
    return false;
  if (!areShortcutsOn() || document.querySelector(above)) return false;
  return !(event.target instanceof Element && event.target.closest(typedIn));
}
