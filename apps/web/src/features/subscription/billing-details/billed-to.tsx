import { type NeededForTax, taxReasons } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { SettingRow, SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

function LoadedDetails() {
  const { data } = useSuspenseQuery(billingDetailsQuery);
  const { details } = data;
  const [isOpen, setOpen] = useState(false);
  const buyer = buyerLines(details);
  return (
    <>
      <SettingRow
        title={buyer?.title ?? 'Not given'}
        detail={
          <>
            <span className="block">{buyer ? buyer.rest : 'Receipts name your email address alone.'}</span>
            {details.taxId && <span className="block">Tax ID {details.taxId}</span>}
          </>
        }
        action={<Button onClick={() => setOpen(true)}>{buyer ? 'Edit' : 'Add'}</Button>}
      />
      <div className="border-t border-line px-4 py-2.5 text-xs text-ink-2 md:px-5">
        On receipts from now on. A receipt once issued does not change.
      </div>
      {isOpen && <BillingDetailsDialog {...data} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Who receipts name, and a button to change it. */
export function BillingDetailsPanel() {
  return (
    <Panel title="Billing details">
      <PanelBoundary
        skeleton={<SettingsSkeleton />}
        failure="Your billing details could not be loaded. Please try again."
      >
        <LoadedDetails />
      </PanelBoundary>
    </Panel>
  );
}
