import type { Automation } from '@picksync/contracts';
import { useMemo } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { listEntries } from './list-entries.ts';
import { useListView } from './list-view.ts';

/** Returns what of the list is drawn, as it is looked at now, and what is searched for. */
export function useListEntries(automations: readonly Automation[]) {
  const view = useListView();
  const isStopped = useReadOnly();
  const shape = useMemo(
    () => listEntries({ automations, ...view, isStopped }),
    [automations, view, isStopped],
  );
  return { ...shape, search: view.search.trim() };
}
