import type { AutomationSettings } from '@picksync/contracts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import { distinctValues } from './order.ts';
import type { RunState } from './run-state.ts';
import type { Spelling } from './spelling.ts';
import { isBlank, normaliseText } from './values.ts';

/** The options that the source and the settings ask for, as they are spelled in the dropdown. */
export type DesiredOptions = {
  first: string[];
  /** Of the source, in its order, without what is pinned or was deleted by hand. */
  values: string[];
  last: string[];
  all: string[];
};

/** Returns the options that the source and the settings ask for. Pinned ones are taken out of the middle. */
export function desiredOptions(input: {
  /** Each value once. */
  values: readonly string[];
  spelling: Spelling;
  settings: Pick<AutomationSettings, 'pinnedFirst' | 'pinnedLast' | 'ignoreCase'>;
  state: Pick<RunState, 'excludedHashes'>;
  hash: OptionHash;
}): DesiredOptions {
  const { values, spelling, settings, state, hash } = input;
  const { ignoreCase } = settings;
  const excluded = hashedOptions(state.excludedHashes, hash);
  const pins = (texts: readonly string[]) =>
    distinctValues({ values: texts.map(normaliseText).filter((text) => !isBlank(text)), ignoreCase });
  const first = pins(settings.pinnedFirst);
  const isFirst = new Set(first.map(spelling.toKey));
  const last = pins(settings.pinnedLast).filter((text) => !isFirst.has(spelling.toKey(text)));
  const isPinned = new Set([...isFirst, ...last.map(spelling.toKey)]);
  const middle = values.filter((value) => !isPinned.has(spelling.toKey(value)) && !excluded.has(value));
  const spelled = {
    first: first.map(spelling.of),
    values: middle.map(spelling.of),
    // Of two spellings in the list the one at the end, or the next run would write them the other way round.
    last: last.map(spelling.lastOf),
  };
  return { ...spelled, all: [...spelled.first, ...spelled.values, ...spelled.last] };
}
