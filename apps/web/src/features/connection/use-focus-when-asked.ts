import { useEffect, useRef } from 'react';
import { create } from 'zustand';

const useAsked = create<{ isAsked: boolean }>(() => ({ isAsked: false }));

/** Leads to the button that connects, wherever it is shown next. */
export function askForConnect(): void {
  useAsked.setState({ isAsked: true });
}

/** Returns the ref of a button that gets the focus each time something leads to it, also from the page it stands on. */
export function useFocusWhenAsked() {
  const button = useRef<HTMLButtonElement>(null);
  const { isAsked } = useAsked();
  useEffect(() => {
    if (!isAsked) return;
    useAsked.setState({ isAsked: false });
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus();
  }, [isAsked]);
  return button;
}
