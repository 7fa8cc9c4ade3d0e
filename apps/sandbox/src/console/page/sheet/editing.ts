import { type RefObject, useEffect, useRef } from 'react';

/** Where the grid goes from an editor that closes; `leave`: nowhere, because the focus is elsewhere already. */
export type Then = 'down' | 'right' | 'stay' | 'leave';

/** What the field of an editor looks like, which fills its cell. */
export const editorClass =
  'size-full min-h-0! bg-surface px-2 text-ink outline-none! placeholder:text-ink-3 text-lg md:text-sm';

/**
 * Calls `leave` when something outside of an editor is pressed. It comes before the grid hears of the press, which takes the
 * editor away before that has lost the focus.
 */
export function usePressOutside(parts: readonly RefObject<HTMLElement | null>[], leave: () => void): void {
  const latest = useRef({ parts, leave });
  latest.current = { parts, leave };
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = latest.current.parts.some((part) => part.current?.contains(target as Node));
      if (!isInside) latest.current.leave();
    };
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);
}
