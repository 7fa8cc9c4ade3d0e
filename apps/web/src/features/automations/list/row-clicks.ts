import type { MouseEvent } from 'react';

/** Returns whether a click was meant for the row: not for a control in it or above it, nor to select text. */
export function isForRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element && currentTarget.contains(target))) return false;
  return target.closest('a, button, label') === null && window.getSelection()?.type !== 'Range';
}

/** Whether a click on a link is for another tab or window. */
export function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
