import type { Automation } from '@picksync/contracts';
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
  if (!isChosen && !isAtWork) return null;
  return (
    <>
      <div className="h-32 md:h-[72px]" />
      <BulkBar {...props} />
    </>
  );
}
