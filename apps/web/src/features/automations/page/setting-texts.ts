import {
  type Automation,
  type AutomationSettings,
  type FilterRule,
  isolated,
  removalLimitText,
  type SettingName,
  toListNoun,
} from '@picksync/contracts';
import { pluralize } from '../../../ui/pluralize.ts';
import { modeWords, orderWords } from '../setting-words.ts';

/** A part of a sentence; one with a setting is a link to it. */
type Part = string | { text: string; setting: SettingName };

/** One sentence about the settings. */
export type SettingSentence = readonly Part[];

type Settings = Automation & AutomationSettings;

/** Returns the settings of an automation in words. */
export function settingSentences(automation: Automation): SettingSentence[] {
  return [
    ...describeSource(automation),
    describeList(automation),
    ...describeHeld(automation),
    ...describeLabel(automation),
    ...describeAddresses(automation),
    ...describeSplit(automation),
    describeRepeats(automation),
    ...describeFilters(automation),
    ...describePins(automation),
    describeLimit(automation),
    ...describeGrace(automation),
    ...describeDrift(automation),
    ...describeRenames(automation),
    ...describeCopies(automation),
  ];
}

function describeSource({ sourceKind }: Settings): SettingSentence[] {
  if (sourceKind === 'sheet') return [];
  return [['The source is a ', { text: 'report', setting: 'sourceKind' }, ', read with each check.']];
}

function describeList({ mode, order, fillsContacts }: Settings): SettingSentence {
  return [
    fillsContacts ? 'The list of contacts is ' : 'The dropdown is ',
    { text: modeWords[mode], setting: 'mode' },
    ', ',
    { text: orderWords[order], setting: 'order' },
    '.',
  ];
}

function describeHeld(automation: Settings): SettingSentence[] {
  const { hasHeldOptions } = automation;
  return hasHeldOptions
    ? [[`You kept ${toListNoun(automation)}s that the source lacks. They stay until the source changes.`]]
    : [];
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

function describeSplit({ splitValues }: Settings): SettingSentence[] {
  if (splitValues === null) return [];
  return [['Cells are split at ', { text: `“${splitValues}”`, setting: 'splitValues' }, '.']];
}

function describeRepeats(automation: Settings): SettingSentence {
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
    return [repeats, ' and blank cells are left out. Capitals of an address do not matter.'];
  return [repeats, ' and blank cells are left out. ', capitals, '.'];
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

function describeLimit(automation: Settings): SettingSentence {
  const noun = toListNoun(automation);
  const setting = 'maxRemovalPercent';
  const text = removalLimitText(automation.maxRemovalPercent, noun);
  if (text === null)
    return [{ text: `Any number of ${noun}s`, setting }, ' may be removed, but never all of them unasked.'];
  return ['It asks you before it removes ', { text, setting }, '.'];
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

const driftAnswers: Record<Settings['drift'], string> = {
  put_back: 'put back',
  keep: 'kept',
  ask: 'shown to you first',
};

function describeDrift({ mode, drift }: Settings): SettingSentence[] {
  if (mode === 'two_way') return [];
  return [['What somebody edits by hand is ', { text: driftAnswers[drift], setting: 'drift' }, '.']];
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
