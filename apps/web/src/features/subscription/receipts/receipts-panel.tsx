import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { type ReceiptSummary, receiptsQuery } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/card.tsx';
import { formatDay } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { SettingsSkeleton } from '../../../ui/setting-row.tsx';

function ReceiptRow({ receipt }: { receipt: ReceiptSummary }) {
  const { number, kind, issuedAt, planName, total, currency } = receipt;
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/subscription/receipts/$number"
        params={{ number }}
        className="flex! min-h-[52px] w-full items-center justify-between gap-4 px-4 py-2 hover:bg-sunken md:px-5"
      >
        <span className="min-w-0">
          <span className="block truncate font-semi">
            {planName}
            {kind === 'refund' && ', refund'}
          </span>
          <span className="tabular block text-xs text-ink-2">
            {formatDay(issuedAt)} · {number}
          </span>
        </span>
        <span className="tabular shrink-0 font-medium">{formatAmount(total, currency)}</span>
      </Link>
    </li>
  );
}

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
      <ul className="text-sm">
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.number} receipt={receipt} />
        ))}
      </ul>
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
