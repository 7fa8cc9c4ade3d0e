import type { Pass, PassTarget } from '@picksync/contracts';
import { counted } from '../../../ui/counted.ts';
import { callsText, outcomeWords, seconds, triggerWords } from '../page/run-words.ts';

/** Returns why the list was read, and how long it took. */
export function passDescription(pass: Pass): string {
  const { targets, totals } = pass;
  const served = counted(targets.length, 'dropdown');
  return `${triggerWords(pass)}. ${served}, ${callsText(totals.calls)}.`;
}

/** Returns a duration that begins a line. */
export function formatSeconds(ms: number): string {
  const text = seconds(ms);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns how long one dropdown took, and its calls. */
export function describeCost({ durationMs, calls }: PassTarget): string {
  return `${formatSeconds(durationMs)}, ${callsText(calls)}`;
}

/** Returns the result for a dropdown, in one line. */
export function describeResult({ outcome, optionCount, details, added, removed }: PassTarget): string {
  const options = optionCount === null ? null : counted(optionCount, 'option');
  switch (outcome) {
    case 'changed':
      return options ?? outcomeWords.changed;
    case 'unchanged':
      return [outcomeWords.unchanged, options].filter(Boolean).join(', ');
    case 'waiting_review':
      return (
        details ??
        `Would add ${added} and remove ${removed} of ${options ?? 'its options'}. Nothing was changed.`
      );
    case 'failed':
      return details ?? 'It failed. A later run has found something else.';
  }
}
