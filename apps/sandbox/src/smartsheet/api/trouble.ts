import type { Parts } from '../../parts.ts';
import { type Faults, isMeant, noFaults } from '../../tools/faults.ts';
import { refuse } from '../errors.ts';

/** What keeps one call from its answer. */
export type Trouble =
  | { kind: 'none' | 'hang' | 'reset' | 'reset-after' | 'page' }
  | { kind: 'refusal'; error: unknown };

/** All that befalls one call because somebody wants it to, or because the gate refuses it. */
export type Fate = Pick<Faults, 'hold' | 'lagMs' | 'answerLagMs' | 'rows' | 'rowsPerAnswer' | 'body'> & {
  trouble: Trouble;
};

const UNHARMED: Fate = { ...noFaults(), trouble: { kind: 'none' } };
const ERROR_CODES = { 500: 4000, 503: 4001, 504: 4002, 4004: 4004 } as const;

type Call = { operation: string; account: string | null; sheetId: string | null };

/** Draws the fate of one call from the faults that are switched on, and switches them off after their last hit. */
export function drawFate(
  { faults, random, changes }: Pick<Parts, 'faults' | 'random' | 'changes'>,
  call: Call,
): Fate {
  const { current } = faults;
  if (!isMeant(current, call)) return UNHARMED;
  if (current.skip > 0) {
    faults.current = { ...current, skip: current.skip - 1 };
    return UNHARMED;
  }
  const fate = { ...current, trouble: troubleOf(current, random) };
  if (current.times !== null && isHit(fate, call)) {
    const left = current.times - 1;
    faults.current = left > 0 ? { ...current, times: left } : noFaults();
    changes.announce({ faults: true });
  }
  return fate;
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

function isHit({ trouble, hold, body, rows, rowsPerAnswer }: Fate, { operation }: Call): boolean {
  if (trouble.kind !== 'none' || hold !== 'off' || body !== 'whole') return true;
  return operation === 'sheets.get' && (rows !== 'whole' || rowsPerAnswer !== null);
}
