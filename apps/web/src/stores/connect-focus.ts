import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export const useFocusRequest = create<{ isRequested: boolean }>(() => ({ isRequested: false }));

/** Moves the focus to the Connect button, wherever it is shown next. */
export function focusConnect(): void {
  useFocusRequest.setState({ isRequested: true });
}

/** Returns the ref of the Connect button, which gets the focus at each call of `focusConnect`. */
export function useConnectFocus() {
  const button = useRef<HTMLButtonElement>(null);
  const { isRequested } = useFocusRequest();
  useEffect(() => {
    if (!isRequested) return;
    useFocusRequest.setState({ isRequested: false });
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus();
  }, [isRequested]);
  return button;
}
