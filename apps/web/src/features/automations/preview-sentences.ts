import type { Preview, PreviewOption } from '@picksync/contracts';
import { counted } from '../../ui/counted.ts';
import { formatDay } from '../../ui/dates.ts';
import { rowsNote } from './form/preview/preview-words.ts';

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
export function previewSentence(preview: Preview): string {
  const { verdict, message, optionCount } = preview;
  if (verdict === 'unchanged')
    return optionCount === 1
      ? 'Nothing. The one option is as it should be.'
      : `Nothing. All ${optionCount.toLocaleString('en-US')} options are as they should be.`;
  if (verdict === 'refused') return message ?? 'It would fail.';
  const would = describeChange(preview);
  return verdict === 'waiting_review'
    ? `It would wait for your review, and then ${would}.`
    : `It would ${would}.`;
}

function describeChange({ added, removed, sourceRows }: Preview): string {
  const parts = [
    added.count > 0 && `add ${counted(added.count, 'option')}`,
    removed.count > 0 && `remove ${counted(removed.count, 'option')}`,
    sourceRows && sourceRows.added.count > 0 && `add ${counted(sourceRows.added.count, 'row')} to the source`,
    sourceRows &&
      sourceRows.deleted.count > 0 &&
      `delete ${counted(sourceRows.deleted.count, 'row')} of the source`,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return 'only put the options in order';
  return new Intl.ListFormat('en-US').format(parts);
}
