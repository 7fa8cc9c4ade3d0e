import type { Pass, PassTarget, RunTrigger } from '@picksync/contracts';

const causes: Record<RunTrigger, string> = {
  user: 'Asked for by you',
  change: 'Smartsheet told of a change',
  check: 'Regular check',
  settings: 'Settings saved',
  pause: 'Paused itself',
  automatic: 'Automatic',
};

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns why the list was read, and what that took. */
export function passDescription({ trigger, targets, totals }: Pass): string {
  const served = counted(targets.length, 'dropdown', 'dropdowns');
  return `${causes[trigger]}. ${served}, ${counted(totals.calls, 'call', 'calls')}.`;
}

export function secondsOf(ms: number): string {
  return ms < 100 ? 'Under 0.1 s' : `${(ms / 1000).toFixed(1)} s`;
}

/** Returns how long one dropdown took, and its calls. */
export function costOf({ durationMs, calls }: PassTarget): string {
  return `${secondsOf(durationMs)}, ${counted(calls, 'call', 'calls')}`;
}

/** Returns what came of a dropdown, in one line. */
export function resultOf({ outcome, optionCount, details, added, removed }: PassTarget): string {
  const options = optionCount === null ? null : counted(optionCount, 'option', 'options');
  switch (outcome) {
    case 'changed':
      return options ?? 'Written';
    case 'unchanged':
      return ['Nothing to do', options].filter(Boolean).join(', ');
    case 'waiting_review':
      return (
        details ??
        `Would add ${added} and remove ${removed} of ${options ?? 'its options'}. Nothing was changed.`
      );
    case 'failed':
      return details ?? 'It failed. A later run has found something else.';
  }
}
