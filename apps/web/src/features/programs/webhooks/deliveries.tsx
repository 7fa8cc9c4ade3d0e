import { type OutgoingWebhook, outgoingWebhookEndpoints, type WebhookDelivery } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { deliveriesQuery } from '../../../api/programs.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { deliveryResult } from './webhook.phrases.ts';

/** How often to poll while a delivery is under way. */
const lookAgainMs = 2_000;

const resultClass = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-2' };

/** The deliveries of an outgoing webhook, newest first. */
export function Deliveries({ webhook, canSend }: { webhook: OutgoingWebhook; canSend: boolean }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery({
    ...deliveriesQuery(webhook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ reply }) => reply.some(isOnItsWay)) ? lookAgainMs : false,
  });
  const deliveries = data.pages.flatMap(({ reply }) => reply);
  if (deliveries.length === 0) {
    return <p className="border-t border-line px-4 py-3 text-xs text-ink-2 md:px-5">Nothing was sent yet.</p>;
  }
  return (
    <>
      <ul aria-label={`Deliveries to ${webhook.url}`} className="border-t border-line">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} {...{ webhook, delivery, canSend }} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-t border-line px-4 py-2.5 md:px-5">
          <Button
            size="sm"
            pending={isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function isOnItsWay({ state, attempts }: WebhookDelivery): boolean {
  return state === 'pending' && attempts === 0;
}

type DeliveryProps = { webhook: OutgoingWebhook; delivery: WebhookDelivery; canSend: boolean };

function Delivery({ webhook, delivery, canSend }: DeliveryProps) {
  const queryClient = useQueryClient();
  const { tone, text } = deliveryResult(delivery);
  const again = useMutation({
    mutationFn: () => {
      const params = { id: webhook.id, deliveryId: delivery.id };
      return call(outgoingWebhookEndpoints.redeliver, { params }, { quiet: true });
    },
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not sent', description: getMessage(problem, 'Please try again.') }),
    onSettled: () => queryClient.invalidateQueries(deliveriesQuery(webhook.id)),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line px-4 py-2 text-sm not-first:border-t md:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="break-words">{delivery.event}</p>
        <p className="tabular text-xs text-ink-2">
          <time dateTime={delivery.createdAt}>{formatMoment(delivery.createdAt)}</time>,{' '}
          <span className={cx(resultClass[tone])}>{text}</span>
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Send again: ${delivery.event} of ${formatMoment(delivery.createdAt)}`}
        disabled={!canSend}
        pending={again.isPending}
        pendingLabel="Sending..."
        onClick={() => again.mutate()}
      >
        Send again
      </Button>
    </li>
  );
}
