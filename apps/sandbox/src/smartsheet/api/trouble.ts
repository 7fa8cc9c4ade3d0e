import type { Parts } from '../../parts.ts';
import { type Faults, noFaults } from '../../tools/faults.ts';
import { refuse } from '../errors.ts';

/** What befalls one call because somebody wants it to, or because the gate refuses it. */
export type Trouble =
  | { kind: 'none' | 'hang' | 'reset' | 'reset-after' | 'page' }
  | { kind: 'refusal'; error: unknown };

const ERROR_CODES = { 500: 4000, 503: 4001, 504: 4002 } as const;

type Call = { operation: string; account: string | null };

/** Whether the faults are meant for this call at all. */
export const isMeant = ({ operations, accounts }: Faults, { operation, account }: Call): boolean =>
  (operations.length === 0 || operations.includes(operation)) &&
  (accounts.length === 0 || (account !== null && accounts.includes(account)));

/** Draws the trouble of one call from the faults that are switched on, and switches them off after their last hit. */
export function drawTrouble(
  { faults, random, changes }: Pick<Parts, 'faults' | 'random' | 'changes'>,
  call: Call,
): Trouble {
  const { current } = faults;
  const trouble: Trouble = isMeant(current, call) ? troubleOf(current, random) : { kind: 'none' };
  if (trouble.kind !== 'none' && current.times !== null) {
    const left = current.times - 1;
    faults.current = left > 0 ? { ...current, times: left } : noFaults();
    changes.announce({ faults: true });
  }
  return trouble;
}

function troubleOf(faults: Faults, random: () => number): Trouble {
  if (faults.hang) return { kind: 'hang' };
  if (faults.reset === 'before') return { kind: 'reset' };
  if (faults.storm) return { kind: 'refusal', error: refuse(4003) };
  if (faults.errorRate > 0 && random() < faults.errorRate) {
    if (faults.errorStatus === 502) return { kind: 'page' };
    return { kind: 'refusal', error: refuse(ERROR_CODES[faults.errorStatus]) };
  }
  return { kind: faults.reset === 'after' ? 'reset-after' : 'none' };
}
