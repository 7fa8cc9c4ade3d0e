import type { AutomationSettings } from '@picksync/contracts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import { pinnedOptions } from './pinned-options.ts';
import type { RunState } from './run-state.ts';
import type { Spelling } from './spelling.ts';

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
  settings: Pick<AutomationSettings, 'pinnedFirst' | 'pinnedLast'>;
  state: Pick<RunState, 'excludedHashes'>;
  hash: OptionHash;
}): DesiredOptions {
  const { values, spelling, settings, state, hash } = input;
  const excluded = hashedOptions(state.excludedHashes, hash);
  const pinned = pinnedOptions(settings, spelling);
  const middle = values.filter((value) => !pinned.has(value) && !excluded.has(value));
  const spelled = {
    first: pinned.first.map(spelling.of),
    values: middle.map(spelling.of),
    // Of two spellings in the list the one at the end, or the next run would write them the other way round.
    last: pinned.last.map(spelling.lastOf),
  };
  return { ...spelled, all: [...spelled.first, ...spelled.values, ...spelled.last] };
}
