import { type NeededForTax, taxReasons } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { billingDetailsQuery } from '../../../api/subscription.queries.ts';
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
