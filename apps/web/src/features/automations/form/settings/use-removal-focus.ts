import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list from which something is removed: the focus goes to the next button that removes, to the one before
 * where the last was pressed, and to the button that adds where none is left.
 */
export function useRemovalFocus<Block extends HTMLElement>() {
  const block = useRef<Block>(null);
  /** The place of what was removed, until the list is drawn without it. */
  const removedAt = useRef<number | null>(null);
  useEffect(() => {
    if (removedAt.current === null) return;
    const left = block.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [];
    const next = left[Math.min(removedAt.current, left.length - 1)];
    (next ?? block.current?.querySelector<HTMLElement>('[data-adds]'))?.focus();
    removedAt.current = null;
  });
  return {
    block,
    noteRemoval: (place: number) => {
      removedAt.current = place;
    },
  };
}
