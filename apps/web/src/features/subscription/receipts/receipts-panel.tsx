import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { receiptsQuery } from '../../../api/subscription.queries.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { ReceiptTable } from './receipt-table.tsx';

function Receipts() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(receiptsQuery);
  const receipts = data.pages.flatMap(({ reply }) => reply);
  if (receipts.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title="No receipts yet"
        text="Each payment gets one, to look at and to print."
      />
    );
  return (
    <>
      <ReceiptTable receipts={receipts} />
      {hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={isFetchingNextPage} pendingLabel="Loading..." onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** What was paid, newest first. */
export function ReceiptsPanel() {
  return (
    <Panel title="Receipts">
      <PanelBoundary
        skeleton={<SettingsSkeleton rows={2} />}
        failure={(retry) => (
          <ErrorState message="Your receipts could not be loaded. Please try again." onRetry={retry} />
        )}
      >
        <Receipts />
      </PanelBoundary>
    </Panel>
  );
}
