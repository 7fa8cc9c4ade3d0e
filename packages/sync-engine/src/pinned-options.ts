import type { AutomationSettings } from '@picksync/contracts';
import { isBlank, normaliseText } from './cell-texts.ts';
import type { Spelling } from './spelling.ts';

/** The options that the settings put at an end of the dropdown, whatever the source has. */
type PinnedOptions = {
  first: string[];
  last: string[];
  /** Returns whether a value is pinned, however it is spelled. */
  has: (value: string) => boolean;
};

/** Returns the pinned options, each once: one that is pinned at both ends stands first. */
export function pinnedOptions(
  { pinnedFirst, pinnedLast }: Pick<AutomationSettings, 'pinnedFirst' | 'pinnedLast'>,
  { toKey, takes = () => true }: Pick<Spelling, 'toKey' | 'takes'>,
): PinnedOptions {
  const keys = new Set<string>();
  const pin = (text: string) => {
    const isNew = !keys.has(toKey(text));
    keys.add(toKey(text));
    return isNew && !isBlank(text) && takes(text);
  };
  return {
    first: pinnedFirst.map(normaliseText).filter(pin),
    last: pinnedLast.map(normaliseText).filter(pin),
    has: (value) => keys.has(toKey(value)),
  };
}
