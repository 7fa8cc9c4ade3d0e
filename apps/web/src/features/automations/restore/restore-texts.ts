import {
  type Automation,
  isolated,
  type ListNoun,
  pluralize,
  type RestorePreview,
  toListNoun,
} from '@picksync/contracts';

/** Returns what a restore means for the rows of the destination. */
export function rowsSentence({ rowsReturning, rowsLeft }: RestorePreview, noun: ListNoun): string {
  const one = noun === 'contact' ? 'a contact' : 'an option';
  const parts = [
    rowsReturning && `${pluralize(rowsReturning, 'row uses', 'rows use')} ${one} that comes back`,
    rowsLeft && `${pluralize(rowsLeft, 'row keeps', 'rows keep')} a text that nobody can choose again`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No cell is changed.' : `No cell is changed. ${parts.join('; ')}.`;
}

/** Returns what a restore does, beneath its button. */
export function restoreText(automation: Automation, { optionCountAfter }: RestorePreview): string {
  const { mode, sourceSheetName, rule } = automation;
  const noun = toListNoun(automation);
  const written =
    optionCountAfter === 1 ? `Writes this 1 ${noun}` : `Writes these ${optionCountAfter} ${noun}s`;
  const otherwise =
    mode === 'two_way'
      ? 'Activating makes rows of the options that came back.'
      : `Otherwise the next sync would take the list of ${isolated(sourceSheetName ?? 'the source')} again.`;
  if (rule) return `${written} and pauses this sheet alone. The others of its rule go on.`;
  return `${written} and pauses the automation. ${otherwise}`;
}

type Change = { added: number; removed: number };

/** Returns in one sentence what a restore would do now. */
export function changeSentence({ added, removed }: Change, noun: ListNoun): string {
  if (added === 0 && removed === 0) return `It would now only put the ${noun}s in order.`;
  if (added === 0) return `It would now remove ${removed}.`;
  if (removed === 0) return `It would now add ${added}.`;
  return `It would now add ${added} and remove ${removed}.`;
}

/** Returns what a restore has done. */
export function doneText({ added, removed }: Change, noun: ListNoun): string {
  if (added === 0 && removed === 0) return `The ${noun}s are in the order of that list again.`;
  if (removed === 0) return `${pluralize(added, noun)} came back.`;
  if (added === 0) return `${pluralize(removed, noun)} went.`;
  return `${pluralize(added, noun)} came back, ${removed} went.`;
}

/** Returns the first sentence of a text, and the others. */
export function toTitle(text: string): { title: string; text: string } {
  const end = text.indexOf('. ');
  return end < 0 ? { title: text, text: '' } : { title: text.slice(0, end + 1), text: text.slice(end + 2) };
}
