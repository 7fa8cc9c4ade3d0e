import { useRef } from 'react';

function give(element: HTMLElement | null): boolean {
  if (!element?.isConnected || element === document.body) return false;
  element.focus();
  return document.activeElement === element;
}

/**
 * Gives the focus back when a window closes that has no button of its own: to what had it before, or to the content when
 * that is gone.
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
