import { type Automation, formatNumber } from '@picksync/contracts';
import { useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useBulkWork } from '../bulk/bulk-work.ts';
import type { ListProps } from './automations-panel.tsx';
import { useChosen } from './chosen.ts';

/** Loaded only when something is chosen. */
const BulkBar = lazyPart(async () => (await import('../bulk/bulk-bar.tsx')).BulkBar, { floats: true });

type ListBarProps = Pick<ListProps, 'automations' | 'updatedAt'> & { wanted: readonly Automation[] };

/** The bar of the chosen automations, or of what is done with many. It floats over the end of the list. */
export function ListBar(props: ListBarProps) {
  const isChosen = useChosen(({ ids }) => ids.size > 0);
  const isAtWork = useBulkWork(({ work }) => work !== null);
  return (
    <>
      <News wanted={props.wanted} />
      {(isChosen || isAtWork) && (
        <>
          <div className="h-32 md:h-[72px]" />
          <BulkBar {...props} />
        </>
      )}
    </>
  );
}

/** What is chosen, and what came of an act: it stands before the bar comes, or a screen reader would not read its first words. */
function News({ wanted }: Pick<ListBarProps, 'wanted'>) {
  const work = useBulkWork((state) => state.work);
  const count = useChosen(({ ids }) => (ids.size > 0 ? wanted.filter(({ id }) => ids.has(id)).length : 0));
  const [begun, setBegun] = useState(0);
  // How to get to the bar is said once for each choice.
  if ((count === 0) !== (begun === 0)) setBegun(count);
  const chosen = `${formatNumber(count)} chosen`;
  const choice = count === begun ? `${chosen}. F8 leads to what can be done with them.` : chosen;
  return (
    <p role="status" className="sr-only">
      {work?.kind === 'done' ? work.text : work === null && count > 0 && choice}
    </p>
  );
}
