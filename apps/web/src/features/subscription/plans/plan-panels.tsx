import { BillingDetailsPanel } from '../billing-details/billing-details-panel.tsx';
import { ReceiptsPanel } from '../receipts/receipts-panel.tsx';
import { CurrentPanel } from './current-panel.tsx';
import type { PlanActions } from './use-plan-actions.ts';

/** What stands below the plans: what one has, who pays, and what was paid. */
export function PlanPanels({ actions }: { actions: PlanActions }) {
  return (
    <>
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-2">
          <CurrentPanel actions={actions} />
          <BillingDetailsPanel />
        </div>
      </div>
      <ReceiptsPanel />
    </>
  );
}
