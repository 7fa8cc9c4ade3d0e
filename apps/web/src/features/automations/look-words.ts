import type { Preview, PreviewOption } from '@picksync/contracts';
import { formatDay } from '../../ui/dates.ts';
import { counted, rowsNote } from './form/preview/preview-words.ts';

/** Returns options with how many rows use each. */
export function withRows(options: readonly PreviewOption[]) {
  return options.map(({ text, rows }) => ({ text, note: rowsNote(rows) }));
}

/** Returns options with when each leaves, and how many rows use it. */
export function withDay(options: Preview['leaving']['options']) {
  return options.map(({ text, rows, leavesAt }) => ({
    text,
    note: `on ${formatDay(leavesAt)}${rows ? `, in ${counted(rows, 'row')}` : ''}`,
  }));
}

/** Returns in one sentence what a sync would do. */
export function previewSentence({ verdict, message, added, removed, optionCount }: Preview): string {
  if (verdict === 'unchanged')
    return optionCount === 1
      ? 'Nothing. The one option is as the source says.'
      : `Nothing. All ${optionCount.toLocaleString('en-US')} options are as the source says.`;
  if (verdict === 'refused') return message ?? 'It would fail.';
  const would = changeOf(added.count, removed.count);
  return verdict === 'waiting_review'
    ? `It would wait for your review, and then ${would}.`
    : `It would ${would}.`;
}

function changeOf(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'only put the options in order';
  const parts = [
    added > 0 && `add ${counted(added, 'option')}`,
    removed > 0 && `remove ${counted(removed, 'option')}`,
  ];
  return parts.filter(Boolean).join(' and ');
}
