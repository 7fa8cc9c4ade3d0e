import { type ReactNode, useLayoutEffect, useRef } from 'react';

type FloatingProps = {
  label: string;
  /** Whether it takes the focus of the button that was pressed and is gone. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** Where a button was that is gone, the focus is on nothing or on the whole content. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.tagName === 'MAIN';
}

/** A bar over the end of the list. F8 leads to it, as to a message. */
export function Floating({ label, takesFocus = false, children }: FloatingProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    const take = () => {
      if (isFocusLost()) bar.current?.focus({ preventScroll: true });
    };
    take();
    // A window that closes gives the focus to the content where its button is gone; what a person does ends that.
    const stop = new AbortController();
    const once = { signal: stop.signal, capture: true };
    document.addEventListener('focusin', take, once);
    for (const act of ['keydown', 'pointerdown'] as const)
      document.addEventListener(act, () => stop.abort(), once);
    return () => stop.abort();
  }, [takesFocus]);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="toolbar"
      aria-label={label}
      aria-keyshortcuts="F8"
      data-bulk-bar
      className="fixed inset-x-2 bottom-2 z-30 mx-auto flex w-fit max-w-[calc(100vw-16px)] animate-rise-in flex-wrap items-center gap-x-2 gap-y-1.5 rounded-lg border border-line bg-surface py-1.5 pe-1.5 ps-4 text-sm shadow-pop md:bottom-4 md:inset-s-[calc(256px+1rem)]"
    >
      {children}
    </div>
  );
}
