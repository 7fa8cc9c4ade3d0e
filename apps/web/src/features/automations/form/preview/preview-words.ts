import type { Preview } from '@picksync/contracts';
import { counted } from '../../../../ui/counted.ts';

/** Returns the difference in one line, e.g. `Adds 28 options, removes 2`. */
function difference({ added, removed }: Preview): string {
  if (added.count === 0 && removed.count === 0) return 'Nothing to do';
  if (added.count === 0) return `Removes ${counted(removed.count, 'option')}, adds none`;
  return `Adds ${counted(added.count, 'option')}, removes ${removed.count === 0 ? 'none' : removed.count.toLocaleString('en-US')}`;
}

/** Returns what a sync would do, as the heading of its preview. */
export function previewTitle(preview: Preview): string {
  if (preview.verdict === 'waiting_review') return 'Would wait for your review';
  if (preview.reason === 'too_many_options')
    return `${preview.optionCountAfter.toLocaleString('en-US')} values do not fit`;
  if (preview.verdict === 'refused') return 'Nothing would be written';
  return difference(preview);
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
    used.options === 1 ? 'an option that goes' : `the ${counted(used.options, 'option')} that go`;
  return `${counted(used.rows, 'row still uses', 'rows still use')} ${options}.`;
}

export function rowsNote(rows: number | null): string | undefined {
  return rows === null || rows === 0 ? undefined : counted(rows, 'row');
}

/** Returns whether two values that a warning names differ in nothing but case. */
export function isAboutCase({ added, kept }: Preview, message: string): boolean {
  const bySpelling = new Map<string, string>();
  for (const { text } of [...kept.options, ...added.options]) {
    const folded = text.toLowerCase();
    const other = bySpelling.get(folded);
    if (
      other !== undefined &&
      other !== text &&
      message.includes(`“${text}”`) &&
      message.includes(`“${other}”`)
    )
      return true;
    bySpelling.set(folded, text);
  }
  return false;
}
