import { type ActivityLine, isolated, type LineDetails, pluralize } from '@picksync/contracts';
import { formatDayOfYear } from '../../ui/dates.ts';
import { describePlainly, ofMany } from './activity-texts.ts';

/** What a line says: what it is about, which stands out, and what happened to it. */
export type LineText = { subject: string | null; text: string };

/** Returns a line as a sentence. */
export function lineText(line: ActivityLine): LineText {
  const { entry, entries, action } = line;
  if (entries === 1) return describePlainly(entry);
  if (entry.outcome) return passText(line);
  const automations = pluralize(entries, 'automation');
  return { subject: null, text: `${automations} ${action ? ofMany[action] : 'were changed'}` };
}

/** What came of one read of a source, in all dropdowns that it served. */
function passText({ source, sheetName, details, action, isChange, entries, failed, ...sums }: ActivityLine) {
  if (failed === entries && sheetName !== null && details !== null)
    return {
      subject: isolated(sheetName),
      text: `failed for ${pluralize(entries, 'automation')}. ${firstSentence(details)}`,
    };
  const { updated, waitingReview } = sums;
  const inStep = entries - updated - waitingReview - failed;
  const results = [
    updated > 0 && `${pluralize(updated, 'list')} updated`,
    waitingReview > 0 && `${waitingReview} to review`,
    failed > 0 && `${failed} failed`,
    inStep > 0 && `${inStep} in sync`,
  ]
    .filter(Boolean)
    .join(', ');
  const subject =
    source && `${isolated(source.sheetName ?? 'Unknown sheet')} · ${isolated(source.columnName)}`;
  if (action === 'manual_sync') {
    const what = subject === null ? `${pluralize(entries, 'automation')} ` : '';
    return { subject, text: `${what}synced by you, ${results}` };
  }
  if (isChange) return { subject: subject ?? 'A source', text: `changed, ${results}` };
  return { subject, text: subject ? `was read, ${results}` : results };
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Returns what a read of a source cost, as far as it is recorded. */
export function passCostText({ dropdowns, calls, durationMs }: NonNullable<LineDetails['pass']>): string {
  const seconds = durationMs < 1000 ? 'less than a second' : `${Math.round(durationMs / 1000)} s`;
  return `1 source read, ${pluralize(dropdowns, 'list')} looked at, ${pluralize(calls, 'call')}, ${seconds}.`;
}

/** Returns what the lines of a day add up to; they have to be all of that day. */
export function dayText(lines: readonly ActivityLine[]): string {
  const passes = lines.filter(({ entry }) => entry.outcome).length;
  const updates = lines.reduce((total, { updated }) => total + updated, 0);
  const parts = [passes > 0 && pluralize(passes, 'sync'), updates > 0 && pluralize(updates, 'update')];
  return parts.filter(Boolean).join(', ');
}

/** Returns how many entries are shown, in how many lines, and how far back they reach where there are more. */
export function reachText(lines: readonly ActivityLine[], hasMore: boolean): string {
  const oldest = lines.at(-1);
  const total = lines.reduce((sum, { entries }) => sum + entries, 0);
  const all = pluralize(total, 'entry', 'entries');
  const shown = total === lines.length ? all : `${all} in ${pluralize(lines.length, 'line')}`;
  return hasMore && oldest ? `${shown}, back to ${formatDayOfYear(oldest.entry.timestamp)}` : shown;
}
