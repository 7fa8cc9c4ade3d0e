import { useEffect } from 'react';

/** What had the focus before the bar or a window took it. */
let before: HTMLElement | null = null;

const elsewhere =
  'main, [data-bulk-bar] *, [data-bulk-bar], [role=dialog] *, [role=alertdialog] *, [role=menu] *';

function remember(element: EventTarget | null): void {
  if (element instanceof HTMLElement && element !== document.body && !element.matches(elsewhere))
    before = element;
}

/** Remembers what has the focus outside of the bar. */
export function useFocusBefore(): void {
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => remember(target);
    remember(document.activeElement);
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
}

/** Gives the focus back, where that still is there. */
export function bringFocusBack(): void {
  before?.focus({ preventScroll: true });
}
