import type { Preview } from './previews.ts';

function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
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

function describeChange({ added, removed, newNames, sourceRows, renames }: Preview): string {
  const parts = [
    renames && renames.count > 0 && `rename ${pluralize(renames.count, 'option')}`,
    added.count > 0 && `add ${pluralize(added.count, 'option')}`,
    removed.count > 0 && `remove ${pluralize(removed.count, 'option')}`,
    newNames && newNames.count > 0 && `change ${pluralize(newNames.count, 'name')}`,
    sourceRows &&
      sourceRows.added.count > 0 &&
      `add ${pluralize(sourceRows.added.count, 'row')} to the source`,
    sourceRows &&
      sourceRows.deleted.count > 0 &&
      `delete ${pluralize(sourceRows.deleted.count, 'row')} of the source`,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return 'only put the options in order';
  return new Intl.ListFormat('en-US').format(parts);
}

/** Returns the difference in one line, e.g. `Adds 28 options, removes 2`. */
function difference({ added, removed, newNames, renames }: Preview): string {
  if (renames && renames.count > 0) {
    const parts = [
      `Renames ${pluralize(renames.count, 'option')}`,
      added.count > 0 && `adds ${added.count.toLocaleString('en-US')}`,
      removed.count > 0 && `removes ${removed.count.toLocaleString('en-US')}`,
    ];
    return parts.filter(Boolean).join(', ');
  }
  if (added.count === 0 && removed.count === 0)
    return newNames && newNames.count > 0 ? `Changes ${pluralize(newNames.count, 'name')}` : 'Nothing to do';
  if (added.count === 0) return `Removes ${pluralize(removed.count, 'option')}, adds none`;
  return `Adds ${pluralize(added.count, 'option')}, removes ${removed.count === 0 ? 'none' : removed.count.toLocaleString('en-US')}`;
}

/** Returns what a sync would do, as the heading of its preview. */
export function previewTitle(preview: Preview): string {
  if (preview.reason === 'wipe_guard') return replacementTitle(preview);
  if (preview.reason === 'rows_would_come')
    return `Adds ${pluralize(countNewRows(preview), 'row')} to the source`;
  if (preview.reason === 'names_changed') return difference(preview);
  if (preview.verdict === 'waiting_review') return 'Would wait for your review';
  if (preview.reason === 'too_many_options')
    return `${preview.optionCountAfter.toLocaleString('en-US')} values do not fit`;
  if (preview.verdict === 'refused') return 'Nothing would be written';
  return difference(preview);
}

function replacementTitle({ added, removed, optionCount }: Preview): string {
  const verb = added.count > 0 ? 'Replaces' : 'Removes';
  const all = optionCount.toLocaleString('en-US');
  if (removed.count === optionCount) return `${verb} all ${pluralize(optionCount, 'option')}`;
  return `${verb} ${removed.count.toLocaleString('en-US')} of ${all} options`;
}

function countNewRows({ sourceRows }: Preview): number {
  return sourceRows?.added.count ?? 0;
}

/** Returns a note below the heading, where the figures do not say enough. */
export function previewNote(preview: Preview): string | null {
  if (preview.reason === 'too_many_options')
    return `A dropdown holds ${preview.optionLimit.toLocaleString('en-US')}. Nothing would be written.`;
  if (preview.verdict === 'unchanged') return 'The dropdown already is as it should be.';
  return preview.message;
}

/** Returns the sentence about rows that use removed options; null where none do. */
export function usedSentence({ used }: Preview): string | null {
  if (used.rows === 0) return null;
  const options =
    used.options === 1 ? 'an option that goes' : `the ${pluralize(used.options, 'option')} that go`;
  return `${pluralize(used.rows, 'row still uses', 'rows still use')} ${options}.`;
}
