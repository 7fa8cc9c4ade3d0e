import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list to which something is added or from which something is removed. After a removal the focus
 * goes to the next button that removes, to the one before where the last was pressed, and to the button that adds where none is
 * left. After an addition it stays on the button that adds; where that is gone, because the list is full, it goes to the column
 * of the new entry.
 */
export function useEntryFocus<Block extends HTMLElement>() {
  const block = useRef<Block>(null);
  /** The place of what was removed, or that something was added, until the list is drawn with it. */
  const changed = useRef<number | 'added' | null>(null);
  useEffect(() => {
    if (changed.current === null) return;
    const find = (selector: string) => [...(block.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const [adder] = find('[data-adds]');
    if (changed.current === 'added') {
      if (!adder) find('[role="combobox"]').at(-1)?.focus();
    } else {
      const left = find('[data-removes]');
      (left[Math.min(changed.current, left.length - 1)] ?? adder)?.focus();
    }
    changed.current = null;
  });
  return {
    block,
    noteAddition: () => {
      changed.current = 'added';
    },
    noteRemoval: (place: number) => {
      changed.current = place;
    },
  };
}
