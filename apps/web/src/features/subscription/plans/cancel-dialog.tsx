import { type PlanEffects, paypalEndpoints, pluralize } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import {
  type CurrentSubscription,
  effectsQuery,
  type Plan,
  useRefreshPlan,
} from '../../../api/subscription.queries.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatDay } from '../../../ui/dates.ts';
import { useBackClosesWhile } from '../../../ui/use-back-closes.tsx';

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
      return call(paypalEndpoints.cancel, { body: { subscription_id: reference } });
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
      sayFailed({ title: 'Not canceled', problem, fallback: words });
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

type Affected = PlanEffects['automations'];

/** Up to how many names stand in the sentence itself. */
const mostInline = 3;

const groups = [
  { effect: 'paused', term: 'Paused then' },
  { effect: 'waits', term: 'Waiting for settings to be removed' },
] as const;

/** The automations that a plan would pause or stop, by name. `count`: how many there are, also beyond those that are named. */
export function AffectedNames({ affected, count }: { affected: Affected; count: number }) {
  if (affected.length === 0) return null;
  const lines = groups.map(({ effect, term }) => ({
    term,
    named: affected.filter((automation) => automation.effect === effect),
  }));
  const list = (
    <dl className="grid gap-1">
      {lines.map(
        ({ term, named }) =>
          named.length > 0 && (
            <div key={term}>
              <dt className="inline text-ink-2">{term}: </dt>
              <dd className="inline break-words">
                {named.map(({ id, name }, place) => (
                  <span key={id}>
                    {place > 0 && ', '}
                    <bdi className="font-medium">{name}</bdi>
                  </span>
                ))}
              </dd>
            </div>
          ),
      )}
      {count > affected.length && <p className="text-ink-2">And {count - affected.length} more.</p>}
    </dl>
  );
  if (count <= mostInline) return list;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent">
        Show the {pluralize(count, 'automation')}
      </summary>
      <div className="mt-1.5 max-h-48 overflow-y-auto">{list}</div>
    </details>
  );
}

/** The automations that the next plan pauses or stops, once they are loaded. */
export function AffectedAutomations({ planId }: { planId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(effectsQuery(planId));
  if (data) return <AffectedNames affected={data.automations} count={data.willPause + data.willWait} />;
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        Which ones could not be loaded.
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  return <Skeleton className="h-5 w-56 max-w-full" />;
}
