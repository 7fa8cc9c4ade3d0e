import { useMedia } from '@picksync/ui/use-media.ts';

/** Returns whether the window is so wide that the list has room for three more columns, and follows it. */
export function useHasRoom(): boolean {
  return useMedia('(width >= 107.5rem)');
}
