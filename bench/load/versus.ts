import { quantile } from '../report/spread.ts';
import { type Load, runFlatOut } from './load.ts';

export type Versus = {
  /** Our rate divided by the baseline's, the median of all rounds. */
  ratio: number;
  ours: number;
  theirs: number;
  /** In one line. */
  detail: string;
};

export type Side = Pick<Load, 'url' | 'next'>;

/**
 * Measures two servers alternately, several times, so that other load on the machine affects both. Every answer has to
 * be a 200.
 */
export async function versus(
  { ours, baseline }: { ours: Side; baseline: Side },
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<Versus> {
  const perSecond = async (side: Side, length: number) => {
    const result = await runFlatOut({ ...side, seconds: length, connections });
    if (result.failures > 0) throw new Error(`${result.failures} requests to ${side.url} failed`);
    return result.perSecond;
  };
  // A warm-up that does not count, because nothing is compiled yet.
  for (const side of [baseline, ours]) await perSecond(side, seconds);
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ theirs: await perSecond(baseline, seconds), ours: await perSecond(ours, seconds) });
  }
  const middle = (values: number[]) => quantile(values, 0.5);
  const mine = middle(pairs.map((pair) => pair.ours));
  const theirs = middle(pairs.map((pair) => pair.theirs));
  const ratio = middle(pairs.map((pair) => pair.ours / pair.theirs));
  const each = pairs.map((pair) => (pair.ours / pair.theirs).toFixed(2)).join(', ');
  const detail = `${mine.toFixed(0)} against ${theirs.toFixed(0)} a second; rounds ${each}`;
  return { ratio, ours: mine, theirs, detail };
}
