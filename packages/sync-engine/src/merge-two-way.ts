import type { AutomationSettings } from '@picksync/contracts';
import { isBlank, normaliseText } from './cell-texts.ts';
import { isFormulaError } from './formula-errors.ts';
import type { OptionHash } from './option-hash.ts';
import { pinnedOptions } from './pinned-options.ts';
import { createSpelling } from './spelling.ts';

export type MergeInput = {
  /** Hashes of the options as a run left them, when both sides were equal. */
  base: readonly string[];
  /** Values of the source in the order of its rows, normalised. */
  sourceValues: readonly string[];
  /** The dropdown's list as it is now. */
  currentOptions: readonly string[];
  settings: Pick<AutomationSettings, 'ignoreCase' | 'pinnedFirst' | 'pinnedLast'>;
  hash: Pick<OptionHash, 'of' | 'canRead'>;
  /** Hashes of values for which rows were added a moment ago: none of them is added again. */
  sent?: ReadonlySet<string>;
  /** Hashes of values whose rows a run deleted: where one is in the dropdown, it was added again since. */
  dropped?: ReadonlySet<string>;
  /** Returns whether a value must stay in the source although it was deleted in the dropdown. */
  mustStay?: (value: string) => boolean;
};

/** What both sides have to become. The lists hold texts: never store or log them. */
export type Merge = {
  /** The list without pinned options, before it is sorted: the source's values, then what was added by hand. */
  values: string[];
  /** Options that have left the source. */
  gone: string[];
  /** Texts that become rows of the source. */
  toAdd: string[];
  /** Values deleted in the dropdown, whose rows would be removed. They are not among `values`. */
  toDelete: string[];
  /** Values deleted in the dropdown that stay, because their rows must. They are among `values`. */
  putBack: string[];
};

/**
 * Merges both sides of a two-way automation. What one side alone has is new there when the base lacks it, and was deleted
 * on the other side when the base has it. Without a readable base nobody knows, so everything stays on both sides. Pinned
 * options are settings and no rows: they are left out on both sides.
 */
export function mergeTwoWay(input: MergeInput): Merge {
  const { sourceValues, currentOptions, settings, sent, dropped, mustStay = () => false } = input;
  const { toKey } = createSpelling([], settings);
  const pinned = pinnedOptions(settings, { toKey });
  const toHash = (text: string) => input.hash.of(text, settings);
  const source = byKey(sourceValues, toKey);
  const dropdown = byKey(currentOptions, toKey);
  const base = readableBase(input);
  // Usually the dropdown has all of the base, and the values of a long source need no hashes.
  const stillThere = new Set(base.size === 0 ? [] : currentOptions.map(toHash));
  const deleted = new Set([...base].filter((hash) => !stillThere.has(hash)));
  const merge: Merge = { values: [], gone: [], toAdd: [], toDelete: [], putBack: [] };

  for (const [key, value] of source) {
    if (pinned.has(value)) continue;
    const isDeleted = deleted.size > 0 && !dropdown.has(key) && deleted.has(toHash(value));
    if (isDeleted && !mustStay(value)) {
      merge.toDelete.push(value);
      continue;
    }
    if (isDeleted) merge.putBack.push(value);
    merge.values.push(value);
  }
  for (const [key, option] of dropdown) {
    if (pinned.has(option) || source.has(key)) continue;
    const hash = toHash(option);
    const isSent = sent?.has(hash) === true;
    // An option that no cell can hold cannot become a row: it stays in the dropdown.
    if (isSent || !canBeRow(option)) merge.values.push(option);
    else if (base.has(hash) && !dropped?.has(hash)) merge.gone.push(option);
    else {
      merge.values.push(option);
      merge.toAdd.push(normaliseText(option));
    }
  }
  return merge;
}

/**
 * Returns the base; empty when a hash in it was made with another key, because the value it stands for would seem to be
 * new.
 */
function readableBase({ base, hash }: MergeInput): ReadonlySet<string> {
  return new Set(base.every(hash.canRead) ? base : []);
}

/** Returns the first spelling of each value, by its key. */
function byKey(texts: readonly string[], toKey: (text: string) => string): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const text of texts) {
    const key = toKey(text);
    if (!spellings.has(key)) spellings.set(key, text);
  }
  return spellings;
}

/** Returns whether a cell with this text would make the same option. */
function canBeRow(option: string): boolean {
  const text = normaliseText(option);
  return !isBlank(text) && !isFormulaError(text);
}
