import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ListChecks } from 'lucide-react';
import { AutomationsList } from './automations-list.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useAutomations } from './use-automations.ts';

/** The automations, or what to do while there are none. */
export function LoadedAutomations() {
  const { automations, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useAutomations();
  const next = {
    pending: isFetchingNextPage,
    failed: isFetchNextPageError,
    load: () => void fetchNextPage(),
  };
  const more = hasNextPage ? next : null;
  return (
    <>
      {automations.length > 0 ? (
        <AutomationsList automations={automations} more={more} />
      ) : (
        <EmptyState
          icon={ListChecks}
          title="No configurations found. Create your first automation above."
          text="Choose a column to read and a dropdown to fill; the dropdown follows from then on."
        />
      )}
      <OpenDialog automations={automations} more={more} />
    </>
  );
}
