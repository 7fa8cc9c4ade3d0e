import { type NeededForTax, taxReasons } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { billingDetailsQuery } from '../../../api/subscription.queries.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { BillingDetailsDialog } from './billing-details-dialog.tsx';
import { buyerLines } from './billing-values.ts';

/** Who the receipt will name, before it is paid. `missing`: what the tax needs of them first. */
export function BilledTo({ missing }: { missing: NeededForTax | null }) {
  const { data } = useQuery(billingDetailsQuery);
  const [isOpen, setOpen] = useState(false);
  const buyer = data && buyerLines(data.details);
  const change = (
    <Button size="sm" disabled={!data} onClick={() => setOpen(true)}>
      {buyer ? 'Edit' : 'Add billing details'}
    </Button>
  );
  return (
    <section aria-labelledby="billed-to" className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="billed-to" className="text-sm font-semi">
            Billed to
          </h3>
          <p className="min-h-5 text-sm break-words text-ink-2">
            {data && (buyer ? [buyer.title, buyer.rest].filter(Boolean).join(', ') : 'Your email address')}
          </p>
        </div>
        {!missing && change}
      </div>
      {missing && (
        <Alert tone="warn" title="Billing details are needed" action={change}>
          {taxReasons[missing]}
        </Alert>
      )}
      {isOpen && data && <BillingDetailsDialog {...data} isForPayment onClose={() => setOpen(false)} />}
    </section>
  );
}

type FrameProps = { about?: string; action?: ReactNode; children?: ReactNode };

function Frame({ about, action, children }: FrameProps) {
  return (
    <section
      aria-label="Billing details"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-[66px] flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 md:px-5">
        <div className="min-w-0 flex-[1_1_11rem]">
          <h2 className="text-lg font-bold tracking-[-0.008em]">Billing details</h2>
          <p className="min-h-4.5 text-xs text-ink-2">{about}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

function LoadedDetails() {
  const { data } = useSuspenseQuery(billingDetailsQuery);
  const { details } = data;
  const [isOpen, setOpen] = useState(false);
  const buyer = buyerLines(details);
  const about = buyer
    ? 'On receipts from now on. A receipt once issued does not change.'
    : 'Your receipts show them. Without them, your receipts show only your email address.';
  return (
    <Frame about={about} action={<Button onClick={() => setOpen(true)}>{buyer ? 'Edit' : 'Add'}</Button>}>
      {buyer && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-t border-line px-4 py-3 text-sm md:px-5">
          <p className="min-w-0 break-words">
            <bdi className="font-semi">{buyer.title}</bdi>
            {buyer.rest && <bdi className="block text-xs text-ink-2">{buyer.rest}</bdi>}
          </p>
          {details.taxId && <p className="text-xs text-ink-2">Tax ID {details.taxId}</p>}
        </div>
      )}
      {isOpen && <BillingDetailsDialog {...data} onClose={() => setOpen(false)} />}
    </Frame>
  );
}

/** Who receipts name, and a button to change it. */
export function BillingDetailsPanel() {
  return (
    <PanelBoundary
      skeleton={<Frame action={<Skeleton className="h-8.5 w-16" />} />}
      failure={(retry) => (
        <Frame>
          <ErrorState message="Your billing details could not be loaded. Please try again." onRetry={retry} />
        </Frame>
      )}
    >
      <LoadedDetails />
    </PanelBoundary>
  );
}
