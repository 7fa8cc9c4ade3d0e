import {
  type Automation,
  type AutomationSettings,
  type FilterRule,
  isolated,
  type ListNoun,
  pluralize,
  removalLimitText,
  type SettingName,
  toListNoun,
} from '@picksync/contracts';
import { modeNames } from '../mode-names.ts';
import { modeWords, orderWords } from '../setting-words.ts';

/** A part of a sentence; one with a setting is a link to it. */
type Part = string | { text: string; setting: SettingName };

/** One sentence about the settings. */
export type SettingSentence = readonly Part[];

type Settings = Automation & AutomationSettings;

/** A setting in words. */
type SettingTexts = {
  /** What it is called in the history of changes. */
  label: string;
  /**
   * Returns its sentences on the page of an automation. A setting without them stands in a sentence of another one.
   */
  toSentences?: (automation: Settings) => SettingSentence[];
};

/** A setting whose values are kept in the history. */
type ValueTexts<Value> = SettingTexts & {
  /** Returns a value in the history. `noun`: what the list holds. */
  toText: (value: Value, noun: ListNoun) => string;
};

/** A setting of which the history keeps only a number, with what is counted where that is not what the list holds. */
type CountTexts = SettingTexts & {
  counted: 'filter' | 'column' | null;
  /** What stands before the columns it reads, instead of the number. */
  lead?: string;
};

type CountedName = 'filters' | 'labelTemplate' | 'addressColumn' | 'pinnedFirst' | 'pinnedLast';

const driftAnswers: Record<Settings['drift'], string> = {
  put_back: 'put back',
  keep: 'kept',
  ask: 'shown to you first',
};

/** Every setting in words, in the order of its sentences on the page. */
const settingTexts: {
  readonly [Name in SettingName]: Name extends CountedName
    ? CountTexts
    : ValueTexts<AutomationSettings[Name]>;
} = {
  sourceKind: {
    label: 'Source',
    toText: (kind) => (kind === 'report' ? 'a report' : 'a sheet'),
    toSentences: ({ sourceKind }) =>
      sourceKind === 'sheet'
        ? []
        : [['The source is a ', { text: 'report', setting: 'sourceKind' }, ', read with each check.']],
  },
  mode: { label: 'Mode', toText: (mode) => modeNames[mode], toSentences: describeList },
  order: {
    label: 'Order',
    toText: (order) => ({ source: 'as in the source', ascending: 'A to Z', descending: 'Z to A' })[order],
  },
  labelTemplate: { label: 'Label', counted: 'column', lead: 'made of', toSentences: describeLabel },
  addressColumn: { label: 'Addresses', counted: 'column', lead: 'from', toSentences: describeAddresses },
  splitValues: {
    label: 'Split cells at',
    toText: (separator) => (separator === null ? 'nothing' : `“${separator}”`),
    toSentences: ({ splitValues }) =>
      splitValues === null
        ? []
        : [['Cells are split at ', { text: `“${splitValues}”`, setting: 'splitValues' }, '.']],
  },
  removeDuplicates: {
    label: 'Repeats',
    toText: (removes) => (removes ? 'left out' : 'reported'),
    toSentences: describeRepeats,
  },
  ignoreCase: { label: 'Capitals', toText: (ignores) => (ignores ? 'do not matter' : 'matter') },
  filters: { label: 'Filters', counted: 'filter', toSentences: describeFilters },
  pinnedFirst: { label: 'Pinned first', counted: null, toSentences: describePins },
  pinnedLast: { label: 'Pinned last', counted: null },
  maxRemovalPercent: {
    label: 'Removal limit',
    toText: (percent, noun) => removalLimitText(percent, noun) ?? 'none',
    toSentences: describeLimit,
  },
  graceDays: {
    label: 'Removed options stay',
    toText: (days) => (days === 0 ? 'not at all' : pluralize(days, 'day')),
    toSentences: describeGrace,
  },
  drift: {
    label: 'Edits by hand',
    toText: (answer) => driftAnswers[answer],
    toSentences: ({ mode, drift }) =>
      mode === 'two_way'
        ? []
        : [['What somebody edits by hand is ', { text: driftAnswers[drift], setting: 'drift' }, '.']],
  },
  renames: {
    label: 'Names that change',
    toText: (answer) => ({ replace: 'added and removed', follow: 'renamed, with their cells' })[answer],
    toSentences: describeRenames,
  },
  maxRenamedRows: { label: 'Rename limit', toText: (rows) => pluralize(rows, 'row') },
  keepCopies: {
    label: 'Copies before removals',
    toText: (keeps) => (keeps ? 'kept' : 'not kept'),
    toSentences: describeCopies,
  },
};

/** Returns the settings of an automation in words. */
export function settingSentences(automation: Automation): SettingSentence[] {
  return Object.values(settingTexts).flatMap(
    ({ toSentences }: SettingTexts) => toSentences?.(automation) ?? [],
  );
}

type FoundTexts = Partial<ValueTexts<unknown> & CountTexts>;

/**
 * Returns a setting in words; undefined for what is no setting. It has `toText` where its values are kept in the history,
 * and takes only those, and `counted` where they are not.
 */
export function findSettingTexts(name: string): FoundTexts | undefined {
  return (settingTexts as Record<string, unknown>)[name] as FoundTexts | undefined;
}

function describeList(automation: Settings): SettingSentence[] {
  const { mode, order, fillsContacts, hasHeldOptions } = automation;
  const list: SettingSentence = [
    fillsContacts ? 'The list of contacts is ' : 'The dropdown is ',
    { text: modeWords[mode], setting: 'mode' },
    ', ',
    { text: orderWords[order], setting: 'order' },
    '.',
  ];
  const noun = toListNoun(automation);
  const held = `You kept ${noun}s that the source lacks. They stay until the source changes.`;
  return hasHeldOptions ? [list, [held]] : [list];
}

function describeLabel({ labelTemplate }: Settings): SettingSentence[] {
  if (labelTemplate === null) return [];
  const { template, columns } = labelTemplate;
  const text = template.replace(/\{(\d)\}/g, (_, place) =>
    isolated(columns[Number(place) - 1]?.columnName ?? ''),
  );
  return [['Each option is made as ', { text: `“${text}”`, setting: 'labelTemplate' }, '.']];
}

function describeAddresses({ addressColumn, fillsContacts }: Settings): SettingSentence[] {
  const leftOut = ['Names without an address are left out.'];
  if (addressColumn === null) return fillsContacts ? [leftOut] : [];
  const text = isolated(addressColumn.columnName);
  return [['The addresses of the contacts are read from ', { text, setting: 'addressColumn' }, '.'], leftOut];
}

function describeRepeats(automation: Settings): SettingSentence[] {
  const { removeDuplicates, ignoreCase, addressColumn, fillsContacts } = automation;
  const repeats: Part = {
    text: removeDuplicates ? 'Repeats' : 'Repeats, which are told,',
    setting: 'removeDuplicates',
  };
  const capitals: Part = {
    text: ignoreCase ? 'Capitals do not matter' : 'Capitals matter',
    setting: 'ignoreCase',
  };
  if (fillsContacts || addressColumn !== null)
    return [[repeats, ' and blank cells are left out. Capitals of an address do not matter.']];
  return [[repeats, ' and blank cells are left out. ', capitals, '.']];
}

const comparisons: Record<FilterRule['operator'], string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  is_blank: 'is blank',
  is_not_blank: 'is not blank',
  is_checked: 'is checked',
  greater: 'is more than',
  less: 'is less than',
  before: 'is before',
  after: 'is after',
};

function describeFilters({ filters }: Settings): SettingSentence[] {
  if (filters === null) return [];
  const rules = filters.rules.map(({ columnName, operator, value }) =>
    [isolated(columnName), comparisons[operator], value && isolated(value)].filter(Boolean).join(' '),
  );
  const text = rules.join(filters.match === 'all' ? ' and ' : ' or ');
  return [['Only rows where ', { text, setting: 'filters' }, ' count.']];
}

function describePins({ pinnedFirst, pinnedLast }: Settings): SettingSentence[] {
  const first: Part = { text: listed(pinnedFirst), setting: 'pinnedFirst' };
  const last: Part = { text: listed(pinnedLast), setting: 'pinnedLast' };
  const come = pinnedFirst.length === 1 ? ' comes first' : ' come first';
  const goes = pinnedLast.length === 1 ? ' comes last.' : ' come last.';
  if (pinnedFirst.length === 0) return pinnedLast.length === 0 ? [] : [[last, goes]];
  return pinnedLast.length === 0 ? [[first, `${come}.`]] : [[first, `${come}, `, last, ' last.']];
}

/** How many names are listed. */
const named = 3;

function listed(texts: readonly string[]): string {
  if (texts.length <= named) return texts.join(', ');
  return `${texts.slice(0, named).join(', ')} and ${texts.length - named} more`;
}

function describeLimit(automation: Settings): SettingSentence[] {
  const noun = toListNoun(automation);
  const setting = 'maxRemovalPercent';
  const text = removalLimitText(automation.maxRemovalPercent, noun);
  if (text === null)
    return [[{ text: `Any number of ${noun}s`, setting }, ' may be removed, but never all of them unasked.']];
  return [['It asks you before it removes ', { text, setting }, '.']];
}

function describeGrace(automation: Settings): SettingSentence[] {
  const { graceDays, leavingCount } = automation;
  const noun = toListNoun(automation);
  if (graceDays === 0) return [];
  const leaving = ` ${pluralize(leavingCount, `${noun} leaves`, `${noun}s leave`)} then.`;
  const sentence: Part[] = [
    `Removed ${noun}s stay `,
    { text: pluralize(graceDays, 'day'), setting: 'graceDays' },
    '.',
  ];
  return [leavingCount > 0 ? [...sentence, leaving] : sentence];
}

function describeRenames({ renames, maxRenamedRows }: Settings): SettingSentence[] {
  if (renames === 'replace') return [];
  return [
    [
      'A name that changes in the source is ',
      { text: 'renamed, with the cells that use it', setting: 'renames' },
      '; you are asked above ',
      { text: pluralize(maxRenamedRows, 'row'), setting: 'maxRenamedRows' },
      '.',
    ],
  ];
}

function describeCopies(automation: Settings): SettingSentence[] {
  if (!automation.keepCopies) return [];
  return [
    [
      'A ',
      { text: 'copy of the list', setting: 'keepCopies' },
      ` is kept in its sheet before ${toListNoun(automation)}s are removed.`,
    ],
  ];
}
