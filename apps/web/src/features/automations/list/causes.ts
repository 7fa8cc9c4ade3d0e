import type { Automation, FailureReason } from '@picksync/contracts';

/** Several automations that do not go on for one reason. */
export type Cause = {
  /** It stands in the address. */
  key: string;
  kind: 'failure' | 'waiting' | 'plan';
  automations: readonly [Automation, ...Automation[]];
};

type Place = 'source' | 'target' | 'source-column';

/** Failures that a sheet is the cause of: every automation on it fails. */
export const causePlaces: Partial<Record<FailureReason, Place>> = {
  target_sheet_gone: 'target',
  target_column_gone: 'target',
  target_no_right: 'target',
  target_unlicensed: 'target',
  target_column_retyped: 'target',
  target_column_locked: 'target',
  source_sheet_gone: 'source',
  source_column_gone: 'source-column',
  source_no_right: 'source',
  report_gone: 'source',
  report_no_right: 'source',
  report_too_long: 'source',
};

/** Returns the cause of an automation's failure as a key; null where it has none that others can share. */
function toKey({ lastError, lastFailure, ...automation }: Automation): string | null {
  const { waiting, pausedBy, lastRun, isActive, sheetId, sourceSheetId, sourceColumnId } = automation;
  if (waiting) return `waiting:${waiting.reason}`;
  if (pausedBy === 'plan') return 'plan';
  if (lastError === null || lastFailure === null || lastFailure === 'bug') return null;
  // Each review is decided by itself.
  if (isActive && lastRun?.outcome === 'waiting_review') return null;
  const places = {
    target: sheetId,
    source: sourceSheetId,
    'source-column': `${sourceSheetId}/${sourceColumnId}`,
  };
  const place = causePlaces[lastFailure];
  return place ? `${lastFailure}:${places[place]}` : lastFailure;
}

function toKind(key: string): Cause['kind'] {
  if (key === 'plan') return 'plan';
  return key.startsWith('waiting:') ? 'waiting' : 'failure';
}

/** Returns the causes that several automations share: failures first, then those of most automations. */
export function findCauses(automations: readonly Automation[]): Cause[] {
  const byKey = Map.groupBy(automations, toKey);
  return [...byKey]
    .flatMap(([key, [first, ...others]]) =>
      key === null || first === undefined || others.length === 0
        ? []
        : { key, kind: toKind(key), automations: [first, ...others] as const },
    )
    .toSorted(
      (one, other) =>
        Number(one.kind !== 'failure') - Number(other.kind !== 'failure') ||
        other.automations.length - one.automations.length,
    );
}
