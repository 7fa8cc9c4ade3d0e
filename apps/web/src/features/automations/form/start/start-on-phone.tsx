import { PairList } from './pair-list.tsx';
import { filterPairs, pairsTitle } from './start-texts.ts';
import type { Start } from './use-start.ts';

/** The likely pairs above the fields, where there is no room beside them. */
export function StartOnPhone({ start }: { start: Start }) {
  const { search, values } = start;
  const isFound = search.found !== undefined && filterPairs(search.found.pairs, values).length > 0;
  if (!isFound && !(search.isLooking && !search.found)) return null;
  const title = isFound ? pairsTitle(values) : 'Looking for likely pairs';
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h3 className="text-sm font-bold">{title}</h3>
      <PairList start={start} isBrief />
      <p className="text-sm font-bold">Or choose</p>
    </section>
  );
}
