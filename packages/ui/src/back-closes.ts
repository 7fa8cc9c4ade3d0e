import { createContext, useContext } from 'react';

type BackClosesWhile = (isOpen: boolean, onBack: () => void, options?: { mayStay?: boolean }) => void;

/**
 * How the browser's Back closes a window that is open above a page. Its history is the application's; unless an application
 * says otherwise, Back leads away from the page.
 */
export const BackClosesContext = createContext<BackClosesWhile>(() => undefined);

/** Calls `onBack` on Back while something is open. With `mayStay` it may stay open after all, because it asks first. */
export function useBackClosesWhile(
  isOpen: boolean,
  onBack: () => void,
  options: { mayStay?: boolean } = {},
): void {
  useContext(BackClosesContext)(isOpen, onBack, options);
}
