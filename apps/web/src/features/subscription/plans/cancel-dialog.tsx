import { paypalEndpoints } from '@picksync/contracts';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { type CurrentSubscription, type Plan, useRefreshPlan } from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatDay } from '../../../ui/dates.ts';
import { useBackClosesWhile } from '../../../ui/use-back-closes.ts';
import { AffectedAutomations } from './affected-automations.tsx';

type CancelDialogProps = { current: CurrentSubscription; plans: readonly Plan[]; onClose: () => void };

/**
 * Returns what the user keeps until the end, and what happens then. How many automations are paused is only certain
 * when the plan ends.
 */
function consequences(
  { subscription, plan, configsUsed, next, trial }: CurrentSubscription,
  plans: readonly Plan[],
): string {
  if (next && !subscription)
    return `${next.planName} does not start, and nothing is charged. Your trial goes on until ${formatDay(trial.endsAt)}.`;
  const dropped = next ? ` ${next.planName} does not start.` : '';
  const free = plans.find(({ tier }) => tier === 'free');
  const until = formatDay(subscription?.current_period_end);
  const surplus = configsUsed - (free?.maxConfigurations ?? 1);
  const paused =
    surplus > 0
      ? ` and ${surplus} of your ${configsUsed} automations ${surplus === 1 ? 'is' : 'are'} paused`
      : '';
  return `You keep ${plan?.name} until ${until}. Nothing more is charged.${dropped} Then you are on ${free?.name ?? 'Free'}${paused}. Until that day you can resume.`;
}

/** Asks before a subscription is cancelled, and cancels it at the end of its period. */
export function CancelDialog({ current, plans, onClose }: CancelDialogProps) {
  const refresh = useRefreshPlan();
  const free = plans.find(({ tier }) => tier === 'free');
  // In a trial there is only the plan that is booked to follow it.
  const cancelled = current.subscription ?? current.next;
  const name = current.subscription ? current.plan?.name : current.next?.planName;
  const reference = cancelled?.payment_provider_subscription_id;
  const cancelling = useMutation({
    mutationFn: async () => {
      if (!reference) throw new Error('No active subscription found to cancel');
      return call(paypalEndpoints.cancel, { body: { subscription_id: reference } }, { quiet: true });
    },
    onSuccess: async ({ message }) => {
      await refresh();
      showToast({ title: 'Subscription Canceled', description: message });
      onClose();
    },
    onError: (problem) => {
      const words = reference
        ? 'Your subscription could not be canceled. Please try again.'
        : problem.message;
      showToast({ tone: 'bad', title: 'Not canceled', description: getMessage(problem, words) });
      void refresh();
      onClose();
    },
  });
  useBackClosesWhile(true, () => !cancelling.isPending && onClose(), { mayStay: true });
  return (
    <ConfirmDialog
      open
      title="Cancel Subscription"
      description={consequences(current, plans)}
      cancelLabel={`Keep ${name}`}
      confirmLabel="Cancel Subscription"
      pendingLabel="Canceling..."
      destructive
      pending={cancelling.isPending}
      onConfirm={() => cancelling.mutate()}
      onCancel={onClose}
    >
      {current.subscription && free && <AffectedAutomations planId={free.id} />}
    </ConfirmDialog>
  );
}
