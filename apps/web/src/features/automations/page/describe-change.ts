import {
  type AutomationChange,
  type AutomationSettings,
  type ChangeSide,
  isolated,
  type ListNoun,
  removalLimitText,
  type SettingName,
} from '@picksync/contracts';
import { pluralize } from '../../../ui/pluralize.ts';
import { modeNames } from '../mode-names.ts';

/** A change in words: what was changed, and how it stood before and stands after; or one sentence. */
export type ChangeText =
  | { label: string; before: string; after: string }
  | { sentence: string; detail: string | null };

type Plain = Omit<
  AutomationSettings,
  'filters' | 'labelTemplate' | 'addressColumn' | 'pinnedFirst' | 'pinnedLast'
>;

/** Each setting whose values are kept, in words. */
const values: {
  readonly [N in keyof Plain]: {
    label: string;
    toText: (value: Plain[N], noun: ListNoun) => string;
  };
} = {
  sourceKind: { label: 'Source', toText: (kind) => (kind === 'report' ? 'a report' : 'a sheet') },
  mode: { label: 'Mode', toText: (mode) => modeNames[mode] },
  order: {
    label: 'Order',
    toText: (order) => ({ source: 'as in the source', ascending: 'A to Z', descending: 'Z to A' })[order],
  },
  removeDuplicates: { label: 'Repeats', toText: (removes) => (removes ? 'left out' : 'reported') },
  ignoreCase: { label: 'Capitals', toText: (ignores) => (ignores ? 'do not matter' : 'matter') },
  splitValues: {
    label: 'Split cells at',
    toText: (separator) => (separator === null ? 'nothing' : `“${separator}”`),
  },
  maxRemovalPercent: { label: 'Removal limit', toText: describeLimit },
  graceDays: {
    label: 'Removed options stay',
    toText: (days) => (days === 0 ? 'not at all' : pluralize(days, 'day')),
  },
  drift: {
    label: 'Edits by hand',
    toText: (answer) => ({ put_back: 'put back', keep: 'kept', ask: 'shown to you first' })[answer],
  },
  renames: {
    label: 'Names that change',
    toText: (answer) => ({ replace: 'added and removed', follow: 'renamed, with their cells' })[answer],
  },
  maxRenamedRows: { label: 'Rename limit', toText: (rows) => pluralize(rows, 'row') },
  keepCopies: { label: 'Copies before removals', toText: (keeps) => (keeps ? 'kept' : 'not kept') },
};

/** Each setting of which only a number is kept, with what is counted where that is not what the list holds. */
const counted: Partial<Record<SettingName, { label: string; one?: string }>> = {
  filters: { label: 'Filters', one: 'filter' },
  labelTemplate: { label: 'Label', one: 'column' },
  addressColumn: { label: 'Addresses', one: 'column' },
  pinnedFirst: { label: 'Pinned first' },
  pinnedLast: { label: 'Pinned last' },
};

const others = { name: 'Name', source: 'Source', destination: 'Destination' } as const;

/** Returns a change in words. `noun`: what the list holds. */
export function describeChange({ subject, before, after }: AutomationChange, noun: ListNoun): ChangeText {
  if (after.kind === 'answer') return describeAnswer(after, noun);
  if (after.kind === 'creation') return describeCreation(after);
  if (subject === 'state') {
    const state = after.kind === 'value' ? after.value : null;
    if (state === 'restore') return { sentence: 'Paused', detail: 'An earlier list was restored.' };
    return { sentence: state === true ? 'Activated' : 'Paused', detail: null };
  }
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const say = (side: ChangeSide) => sideText(side, { subject, noun });
  const [was, is] = [before ? say(before) : 'nothing', say(after)];
  return { label: getLabel(subject), before: was, after: isSame ? `${is}, with other texts` : is };
}

function getLabel(subject: AutomationChange['subject']): string {
  if (subject in values) return values[subject as keyof Plain].label;
  if (subject in others) return others[subject as keyof typeof others];
  return counted[subject as SettingName]?.label ?? 'Setting';
}

type About = { subject: AutomationChange['subject']; noun: ListNoun };

function sideText(side: ChangeSide, { subject, noun }: About): string {
  if (side.kind === 'column') return [side.sheetName, side.columnName].filter(Boolean).map(named).join(' · ');
  if (side.kind === 'count') return countText(side, { subject, noun });
  if (side.kind === 'answer') return side.answer;
  if (side.kind === 'creation') return describeCreation(side).detail;
  if (!(subject in values)) return named(String(side.value ?? ''));
  // The server keeps under each setting only its own values.
  const { toText } = values[subject as keyof Plain] as { toText: (value: unknown, noun: ListNoun) => string };
  return toText(side.value, noun) ?? String(side.value);
}

function named(name: string | null): string {
  return isolated(name ?? '');
}

function countText({ count, columns }: ChangeSide & { kind: 'count' }, { subject, noun }: About) {
  if (count === 0) return 'none';
  const one = counted[subject as SettingName]?.one ?? noun;
  const read = [...new Set(columns)].map(named).join(', ');
  return read === ''
    ? pluralize(count, one)
    : subject === 'labelTemplate' || subject === 'addressColumn'
      ? `${subject === 'labelTemplate' ? 'made of' : 'from'} ${read}`
      : `${pluralize(count, one)} on ${read}`;
}

function describeCreation({ source, destination }: ChangeSide & { kind: 'creation' }) {
  const place = ({ sheetName, columnName }: typeof source) =>
    [sheetName, columnName].filter(Boolean).map(named).join(' · ');
  return { sentence: 'Created', detail: `${place(source)} → ${place(destination)}` };
}

function describeAnswer(
  { answer, added, removed, reason, renamed }: ChangeSide & { kind: 'answer' },
  noun: ListNoun,
): ChangeText {
  if (answer === 'kept' && reason === 'drift_found')
    return { sentence: 'Kept', detail: 'The change made by hand stays.' };
  if (answer === 'kept' && reason === 'rows_would_go')
    return { sentence: 'Kept', detail: 'The rows of the source stay, and the options come back.' };
  if (answer === 'kept' && reason === 'names_changed')
    return { sentence: 'Kept', detail: 'The new names are added, and the old ones stay.' };
  if (answer === 'approved' && reason === 'names_changed')
    return { sentence: 'Review approved', detail: describeNames({ added, removed, renamed }, noun) };
  const came = pluralize(added, noun);
  if (answer === 'kept') return { sentence: 'Kept', detail: `${came} added, none removed` };
  return { sentence: 'Review approved', detail: `${came} added, ${removed} removed` };
}

type NamesAnswer = Pick<ChangeSide & { kind: 'answer' }, 'added' | 'removed' | 'renamed'>;

/** Returns what an approval of names covers; of an older one nobody knows how many names it renames. */
function describeNames({ added, removed, renamed }: NamesAnswer, noun: ListNoun): string {
  const names = noun === 'contact' ? pluralize(renamed ?? 0, 'name') : pluralize(renamed ?? 0, 'option');
  const parts = [
    renamed === undefined
      ? 'The names that were ticked'
      : `${renamed === 0 ? 'No option' : names} ${noun === 'contact' ? 'changed' : 'renamed'}`,
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
  ];
  return parts.filter(Boolean).join(', ');
}

function describeLimit(percent: number, noun: ListNoun): string {
  return removalLimitText(percent, noun) ?? 'none';
}
