import { createContext, useContext } from 'react';

/** How the browser's Back closes what is open above a page. Its history is the application's. */
export type BackCloses = {
  useBackCloses: (onClosed: () => void) => () => void;
  useBackClosesWhile: (isOpen: boolean, onBack: () => void, options?: { mayStay?: boolean }) => void;
};

/** Unless an application says otherwise, Back leads away from the page. */
export const BackClosesContext = createContext<BackCloses>({
  useBackCloses: (onClosed) => onClosed,
  useBackClosesWhile: () => undefined,
});

/** Makes Back close what has just opened. Returns what closes it by other ways; `onClosed` is called when it is closed. */
export function useBackCloses(onClosed: () => void): () => void {
  return useContext(BackClosesContext).useBackCloses(onClosed);
}

/** Calls `onBack` on Back while something is open. With `mayStay` it may stay open after all, because it asks first. */
export function useBackClosesWhile(
  isOpen: boolean,
  onBack: () => void,
  options: { mayStay?: boolean } = {},
): void {
  useContext(BackClosesContext).useBackClosesWhile(isOpen, onBack, options);
}
