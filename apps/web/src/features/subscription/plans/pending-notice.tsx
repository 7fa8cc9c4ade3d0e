import { Button } from '@picksync/ui/button.tsx';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { providerName } from '../money.ts';

type PendingNoticeProps = { current: CurrentSubscription; onContinue: (planId: number) => () => void };

/**
 * A notice about a payment page that was opened and not paid: nothing was charged, and the payment can be continued.
 */
export function PendingNotice({ current: { pending }, onContinue }: PendingNoticeProps) {
  if (!pending || pending.isApproved) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm md:px-6">
      <p className="min-w-0 flex-[1_1_16rem] text-pretty">
        You began to pay for {pending.planName} with {providerName(pending.payment_provider)} and did not
        finish. Nothing was charged.
      </p>
      <Button onClick={onContinue(pending.planId)}>Continue</Button>
    </div>
  );
}
