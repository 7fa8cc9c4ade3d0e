import {
  type AutomationChange,
  type ChangeSide,
  isolated,
  type ListNoun,
  pluralize,
} from '@picksync/contracts';
import { findSettingTexts } from './setting-texts.ts';

/** A change in words: what was changed, and how it stood before and stands after; or one sentence. */
export type ChangeText =
  | { label: string; before: string; after: string }
  | { sentence: string; detail: string | null };

/** What is changed beside the settings. */
const otherLabels: Partial<Record<AutomationChange['subject'], string>> = {
  name: 'Name',
  source: 'Source',
  destination: 'Destination',
};

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
  return otherLabels[subject] ?? findSettingTexts(subject)?.label ?? 'Setting';
}

type About = { subject: AutomationChange['subject']; noun: ListNoun };

function sideText(side: ChangeSide, { subject, noun }: About): string {
  if (side.kind === 'column') return [side.sheetName, side.columnName].filter(Boolean).map(named).join(' · ');
  if (side.kind === 'count') return countText(side, { subject, noun });
  if (side.kind === 'answer') return side.answer;
  if (side.kind === 'creation') return describeCreation(side).detail;
  const { toText } = findSettingTexts(subject) ?? {};
  if (!toText) return named(String(side.value ?? ''));
  return toText(side.value, noun) ?? String(side.value);
}

function named(name: string | null): string {
  return isolated(name ?? '');
}

function countText({ count, columns }: ChangeSide & { kind: 'count' }, { subject, noun }: About) {
  if (count === 0) return 'none';
  const { counted, lead } = findSettingTexts(subject) ?? {};
  const number = pluralize(count, counted ?? noun);
  const read = [...new Set(columns)].map(named).join(', ');
  if (read === '') return number;
  return lead === undefined ? `${number} on ${read}` : `${lead} ${read}`;
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
