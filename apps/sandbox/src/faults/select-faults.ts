import type { SandboxDeps } from '../deps.ts';
import { apiError } from '../smartsheet/errors.ts';
import { type Faults, type FaultTarget, matchesFilter, noFaults } from './faults.ts';

/** Why a call gets no regular response. `connection-reset-after` means that the call takes effect first. */
export type Failure =
  | { kind: 'none' | 'hang' | 'connection-reset' | 'connection-reset-after' | 'proxy-error' }
  | { kind: 'error'; error: unknown };

/** The faults that apply to one call. */
export type AppliedFaults = Pick<
  Faults,
  'hold' | 'lagMs' | 'answerLagMs' | 'rows' | 'rowsPerAnswer' | 'sheetList' | 'body'
> & { failure: Failure };

const noEffect: AppliedFaults = { ...noFaults(), failure: { kind: 'none' } };
const errorCodeByFault = { 500: 4000, 503: 4001, 504: 4002, 4004: 4004 } as const;

/** Returns the faults for one call. Counts `skip` and `times` down, and turns everything off after the last time. */
export function selectFaults(
  { faults, random, changes }: Pick<SandboxDeps, 'faults' | 'random' | 'changes'>,
  target: FaultTarget,
): AppliedFaults {
  const { current } = faults;
  if (!appliesTo(current, target)) return noEffect;
  if (current.skip > 0) {
    faults.current = { ...current, skip: current.skip - 1 };
    return noEffect;
  }
  const applied = { ...current, failure: selectFailure(current, random) };
  if (current.times !== null && hasEffect(applied, target)) {
    const left = current.times - 1;
    faults.current = left > 0 ? { ...current, times: left } : { ...noFaults(), payments: current.payments };
    changes.announce({ faults: true });
  }
  return applied;
}

/** Returns whether the faults apply to this call. */
function appliesTo(faults: Faults, { operation, account, sheetId }: FaultTarget): boolean {
  return (
    matchesFilter(faults.operations, operation) &&
    matchesFilter(faults.accounts, account) &&
    matchesFilter(faults.sheets, sheetId)
  );
}

function selectFailure(faults: Faults, random: () => number): Failure {
  if (faults.hang) return { kind: 'hang' };
  if (faults.reset === 'before') return { kind: 'connection-reset' };
  if (faults.storm) return { kind: 'error', error: apiError(4003) };
  if (faults.errorRate > 0 && random() < faults.errorRate) {
    if (faults.errorStatus === 502) return { kind: 'proxy-error' };
    return { kind: 'error', error: apiError(errorCodeByFault[faults.errorStatus]) };
  }
  return { kind: faults.reset === 'after' ? 'connection-reset-after' : 'none' };
}

function hasEffect(
  { failure, hold, body, rows, rowsPerAnswer, sheetList }: AppliedFaults,
  { operation }: FaultTarget,
): boolean {
  if (failure.kind !== 'none' || hold !== 'off' || body !== 'whole') return true;
  if (operation === 'sheets.list') return sheetList !== 'whole';
  return operation === 'sheets.get' && (rows !== 'whole' || rowsPerAnswer !== null);
}
