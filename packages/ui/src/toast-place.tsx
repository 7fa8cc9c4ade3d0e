import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from './class-names.ts';

/** The places of the open dialogs, the top-most last. */
let places: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function setPlaces(next: readonly HTMLElement[]): void {
  places = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns where the top-most open dialog shows messages; null where none is open. */
export function useDialogToastPlace(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => places.at(-1) ?? null);
}

/**
 * Where a dialog shows a message while it is open: outside of it, the message would lie over its buttons, and neither the
 * keyboard nor a screen reader would come there. Takes no room until there is a message.
 */
export function ToastPlace({ className }: { className: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setPlaces([...places, element]);
    return () => setPlaces(places.filter((other) => other !== element));
  }, []);
  return <div ref={place} className={cx('hidden min-w-0 has-[li]:block', className)} />;
}
