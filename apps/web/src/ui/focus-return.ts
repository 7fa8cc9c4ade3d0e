import { useRef } from 'react';

function give(element: HTMLElement | null): boolean {
  if (!element?.isConnected || element === document.body) return false;
  element.focus();
  return document.activeElement === element;
}

/**
 * For a window that opens without a button of its own: the focus goes back to what had it before, or to the content
 * when that is gone.
 */
export function useFocusReturn() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (give(before.current) || document.activeElement !== document.body) return;
      document.querySelector('main')?.focus({ preventScroll: true });
    },
  };
}
