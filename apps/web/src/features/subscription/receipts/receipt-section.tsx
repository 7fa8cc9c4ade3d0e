import { Button } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { receiptQuery } from '../../../api/subscription.queries.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';

function LoadedReceipt({ number }: { number: string }) {
  const { data: receipt } = useSuspenseQuery(receiptQuery(number));
  return <ReceiptPaper receipt={receipt} />;
}

const paper = 'w-full max-w-[720px] rounded-sm border border-line bg-surface';

/** A receipt on the screen, with a link back and a button to print it. */
export function ReceiptSection({ number }: { number: string }) {
  usePageTitle(`Receipt ${number}`);
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-4 bg-canvas px-4 py-6 md:py-8 print:block print:min-h-0 print:bg-transparent print:p-0">
      <div className="flex w-full max-w-[720px] items-center justify-between gap-3 print:hidden">
        <Link
          to="/subscription"
          activeOptions={{ exact: true }}
          className="gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Subscription
        </Link>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <PanelBoundary
        skeleton={
          <Loading label="Loading the receipt" className={`${paper} grid gap-9 px-5 py-6 sm:px-14 sm:py-13`}>
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-9 w-44" />
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-40 w-full" />
          </Loading>
        }
        failure={(retry) => (
          <div className={paper}>
            <ErrorState
              message="This receipt could not be loaded, or it is not one of yours."
              onRetry={retry}
            />
          </div>
        )}
      >
        <LoadedReceipt number={number} />
      </PanelBoundary>
    </main>
  );
}
