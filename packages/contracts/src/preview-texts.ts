import { formatNumber } from './format-number.ts';
import type { ListNoun } from './list-noun.ts';
import { pluralize } from './pluralize.ts';
import type { Preview } from './previews.ts';

/** Returns what the list of a preview holds. Only previews of contacts have `newNames`. */
export function previewNoun({ newNames }: Pick<Preview, 'newNames'>): ListNoun {
  return newNames ? 'contact' : 'option';
}

/** Returns in one sentence what a sync would do. */
export function previewSentence(preview: Preview): string {
  const { verdict, message, optionCount } = preview;
  const noun = previewNoun(preview);
  if (verdict === 'unchanged')
    return optionCount === 1
      ? `Nothing. The one ${noun} is as it should be.`
      : `Nothing. All ${pluralize(optionCount, noun)} are as they should be.`;
  if (verdict === 'refused') return message ?? 'It would fail.';
  const would = describeChange(preview);
  return verdict === 'waiting_review'
    ? `It would wait for your review, and then ${would}.`
    : `It would ${would}.`;
}

function describeChange(preview: Preview): string {
  const { added, removed, newNames, sourceRows, renames } = preview;
  const noun = previewNoun(preview);
  const cellsLeft = renames?.underWay?.cells ?? 0;
  const parts = [
    renames && renames.count > 0 && `rename ${pluralize(renames.count, 'option')}`,
    cellsLeft > 0 && `rename ${pluralize(cellsLeft, 'more cell')}`,
    added.count > 0 && `add ${pluralize(added.count, noun)}`,
    removed.count > 0 && `remove ${pluralize(removed.count, noun)}`,
    newNames && newNames.count > 0 && `change ${pluralize(newNames.count, 'name')}`,
    sourceRows &&
      sourceRows.added.count > 0 &&
      `add ${pluralize(sourceRows.added.count, 'row')} to the source`,
    sourceRows &&
      sourceRows.deleted.count > 0 &&
      `delete ${pluralize(sourceRows.deleted.count, 'row')} of the source`,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return `only put the ${noun}s in order`;
  return new Intl.ListFormat('en-US').format(parts);
}

/** Returns the difference in one line, e.g. `Adds 28 options, removes 2`. */
function difference(preview: Preview): string {
  const { added, removed, newNames, renames } = preview;
  const noun = previewNoun(preview);
  if (renames && renames.count > 0) {
    const parts = [
      `Renames ${pluralize(renames.count, 'option')}`,
      added.count > 0 && `adds ${formatNumber(added.count)}`,
      removed.count > 0 && `removes ${formatNumber(removed.count)}`,
    ];
    return parts.filter(Boolean).join(', ');
  }
  const cellsLeft = renames?.underWay?.cells ?? 0;
  if (added.count === 0 && removed.count === 0 && cellsLeft > 0)
    return `Renames ${pluralize(cellsLeft, 'more cell')}`;
  if (added.count === 0 && removed.count === 0)
    return newNames && newNames.count > 0 ? `Changes ${pluralize(newNames.count, 'name')}` : 'Nothing to do';
  if (added.count === 0) return `Removes ${pluralize(removed.count, noun)}, adds none`;
  return `Adds ${pluralize(added.count, noun)}, removes ${removed.count === 0 ? 'none' : formatNumber(removed.count)}`;
}

/** Returns what a sync would do, as the heading of its preview. */
export function previewTitle(preview: Preview): string {
  if (preview.reason === 'wipe_guard' || preview.reason === 'fewer_source_sheets')
    return replacementTitle(preview);
  if (preview.reason === 'rows_would_come')
    return `Adds ${pluralize(countNewRows(preview), 'row')} to the source`;
  if (preview.reason === 'names_changed') return difference(preview);
  if (preview.verdict === 'waiting_review') return 'Would wait for your review';
  if (preview.reason === 'too_many_options')
    return `${formatNumber(preview.optionCountAfter)} ${previewNoun(preview) === 'contact' ? 'contacts' : 'values'} do not fit`;
  if (preview.verdict === 'refused') return 'Nothing would be written';
  return difference(preview);
}

function replacementTitle(preview: Preview): string {
  const { added, removed, optionCount } = preview;
  const noun = previewNoun(preview);
  const verb = added.count > 0 ? 'Replaces' : 'Removes';
  const all = formatNumber(optionCount);
  if (removed.count === optionCount) return `${verb} all ${pluralize(optionCount, noun)}`;
  return `${verb} ${formatNumber(removed.count)} of ${all} ${noun}s`;
}

function countNewRows({ sourceRows }: Preview): number {
  return sourceRows?.added.count ?? 0;
}

/** Returns a note below the heading, where the figures do not say enough. */
export function previewNote(preview: Preview): string | null {
  if (preview.reason === 'too_many_options') {
    const limit = formatNumber(preview.optionLimit);
    return `A ${previewNoun(preview) === 'contact' ? 'contact column' : 'dropdown'} holds ${limit}. Nothing would be written.`;
  }
  if (preview.verdict === 'unchanged')
    return previewNoun(preview) === 'contact'
      ? 'The contacts already are as they should be.'
      : 'The dropdown already is as it should be.';
  return preview.message;
}

/** Returns the sentence about rows that use removed options; null where none do. */
export function usedSentence(preview: Preview): string | null {
  const { used, removed } = preview;
  if (used.rows === 0) return null;
  const noun = previewNoun(preview);
  const one = noun === 'contact' ? 'a contact that goes' : 'an option that goes';
  const some = used.options < removed.count ? `${formatNumber(used.options)} of the ` : 'the ';
  const all = Math.max(used.options, removed.count);
  const options = used.options === 1 ? one : `${some}${pluralize(all, noun)} that go`;
  return `${pluralize(used.rows, 'row still uses', 'rows still use')} ${options}.`;
}
