import { useMedia } from './use-media.ts';

/** Returns whether the window is as narrow as a phone (narrower than `md` in tokens.css), and follows it. */
export function useIsPhone(): boolean {
  return useMedia('(width < 48rem)');
}
