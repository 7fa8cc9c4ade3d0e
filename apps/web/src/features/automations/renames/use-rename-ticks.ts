import type { Automation, Preview } from '@picksync/contracts';
import { useState } from 'react';
import { sumRenames } from './rename-texts.ts';

/** Holds which lines of a review are to be renamed: at first all but merges, which could not be undone. */
export function useRenameTicks({ renames }: Preview, { mode }: Automation) {
  const list = renames?.list ?? [];
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(list.filter(({ isMerge }) => !isMerge).map(({ id }) => id)),
  );
  return {
    list,
    ticked,
    /** What is sent with the answer. */
    ids: [...ticked],
    sums: sumRenames(list, ticked, mode),
    tick: (id: string, isTicked: boolean) => {
      const next = new Set(ticked);
      if (isTicked) next.add(id);
      else next.delete(id);
      setTicked(next);
    },
  };
}

export type RenameTicks = ReturnType<typeof useRenameTicks>;
