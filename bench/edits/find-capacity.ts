import { quantile } from '../report/spread.ts';
import { describeOddities, type EditRun } from './edits.ts';
import type { Side } from './sides.ts';

/** A worker keeps up while 95 of 100 edits arrive within this time. */
const limitMs = 1000;
/** How much higher each rate is than the one before, and how often the last gap is halved. */
const [growth, halvings] = [1.6, 2];

type Search = {
  /** The first rate that is tried. */
  from: number;
  /** How long each rate is kept up. */
  seconds: number;
  say: (text: string) => void;
};

/** Returns the highest rate of edits a second that a worker keeps up with, and all that was run to find it. */
export async function findCapacity(
  { edits }: Side,
  { from, seconds, say }: Search,
): Promise<{ perSecond: number; runs: EditRun[] }> {
  const runs: EditRun[] = [];
  const isKept = async (perSecond: number) => {
    const run = await edits.run({ perSecond, seconds });
    runs.push(run);
    const p95 = run.times.length === 0 ? Number.POSITIVE_INFINITY : quantile(run.times, 0.95);
    say(`  ${perSecond.toFixed(0)} a second: p95 ${p95.toFixed(0)} ms${describeOddities([run])}`);
    return run.unserved === 0 && p95 < limitMs;
  };
  let kept = from;
  while (!(await isKept(kept))) {
    kept /= growth;
    if (kept < 1) throw new Error('The worker keeps up with no rate at all');
  }
  let missed = kept * growth;
  while (await isKept(missed)) {
    kept = missed;
    missed *= growth;
  }
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = Math.sqrt(kept * missed);
    if (await isKept(middle)) kept = middle;
    else missed = middle;
  }
  return { perSecond: kept, runs };
}
