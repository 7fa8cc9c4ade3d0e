import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { ApiError } from '../../../api/api-error.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { Facts } from '../facts.tsx';
import { describeThen, describeToday } from './standing-words.ts';
import type { PlanGift } from './use-give-plan.ts';

type GivePlanDialogProps = {
  gift: PlanGift;
  give: { mutate: (gift: PlanGift) => void; isPending: boolean; error: unknown };
  onClose: () => void;
};

/** Shows what giving the plan will change, before it is given. */
export function GivePlanDialog({ gift, give, onClose }: GivePlanDialogProps) {
  const now = useNow();
  const { user, plan, body } = gift;
  const isFree = plan.tier === 'free';
  const goesOn = user.current.subscription?.payment_provider === 'paypal';
  return (
    <FormDialog
      title={isFree ? `Put ${user.email} on ${plan.name}?` : `Give ${plan.name} to ${user.email}?`}
      description={isFree ? 'This ends the plan that they have.' : 'For a month, without charging anything.'}
      pending={give.isPending}
      error={toFailure(give.error)}
      submitLabel={isFree ? `Put on ${plan.name}` : 'Activate subscription'}
      pendingLabel="Activating..."
      onSubmit={() => give.mutate(gift)}
      onClose={onClose}
    >
      <Facts
        facts={[
          ['Today', describeToday(user.current)],
          ['Then', describeThen(user.current, { name: plan.name, isFree, now })],
          ...(goesOn ? [['PayPal', 'Charges nothing more'] as const] : []),
          ['Charged', 'Nothing'],
          ...(body.customPaymentId ? [['Payment id', body.customPaymentId] as const] : []),
          ['Reason', body.reason],
        ]}
      />
    </FormDialog>
  );
}

function toFailure(problem: unknown) {
  if (!problem || (problem instanceof ApiError && problem.code === 'proof_required')) return null;
  return {
    title: 'Not activated',
    text: getMessage(problem, 'The plan could not be given. Please try again.'),
  };
}
