import {
  maxOutgoingWebhooks,
  type OutgoingWebhook,
  outgoingWebhookEndpoints,
  type WebhookDelivery,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { call } from '../../../api/call.ts';
import { deliveriesQuery, webhooksQuery } from '../../../api/developer.queries.ts';
import { ShowMore } from '../../../api/show-more.tsx';
import { useAction } from '../../../api/use-action.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { AddRow } from '../add-row.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { deliveryResult } from './webhook-texts.ts';

/** The user's outgoing webhooks with their deliveries, and the button for another one. */
export function WebhooksSection() {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const [open, setOpen] = useState<'new' | OutgoingWebhook | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const isPaidFor = usePremium() === null;
  return (
    <>
      {webhooks.map((webhook) => (
        <Fragment key={webhook.id}>
          <WebhookRow
            webhook={webhook}
            isPaidFor={isPaidFor}
            onEdit={() => setOpen(webhook)}
            onSecret={setSecret}
          />
          <PanelBoundary
            skeleton={<SettingsSkeleton />}
            failure="What was sent could not be loaded. Please try again."
          >
            <Deliveries webhook={webhook} canSend={isPaidFor && webhook.isActive} />
          </PanelBoundary>
        </Fragment>
      ))}
      <AddRow
        nouns="webhooks"
        count={webhooks.length}
        max={maxOutgoingWebhooks}
        detail="Signed by Standard Webhooks, and tried again for three days."
        remedy="Delete one first."
        label="New webhook"
        onAdd={() => setOpen('new')}
      />
      {open && (
        <WebhookDialog
          {...(open !== 'new' && { webhook: open })}
          onClose={() => setOpen(null)}
          onSaved={(created) => {
            setOpen(null);
            setSecret(created);
          }}
        />
      )}
      {secret && (
        <SecretDialog
          title="Copy the secret now"
          description="Your receiver checks our signatures with it. It is shown this once and cannot be shown again."
          label="Signing secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

/** How often to poll while a delivery is under way. */
const lookAgainMs = 2_000;

const resultClass = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-2' };

/** The deliveries of an outgoing webhook, newest first. */
function Deliveries({ webhook, canSend }: { webhook: OutgoingWebhook; canSend: boolean }) {
  const list = useSuspenseInfiniteQuery({
    ...deliveriesQuery(webhook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ reply }) => reply.some(isOnItsWay)) ? lookAgainMs : false,
  });
  const deliveries = list.data.pages.flatMap(({ reply }) => reply);
  if (deliveries.length === 0) {
    return (
      <div className="border-t border-line px-4 py-3 text-xs text-ink-2 md:px-5">Nothing was sent yet.</div>
    );
  }
  return (
    <>
      <ul aria-label={`Deliveries to ${webhook.url}`} className="border-t border-line">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} {...{ webhook, delivery, canSend }} />
        ))}
      </ul>
      <ShowMore list={list} size="sm" pendingLabel="Loading..." className="border-t px-4 py-2.5 md:px-5" />
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
  const again = useAction({
    send: () => {
      const params = { id: webhook.id, deliveryId: delivery.id };
      return call(outgoingWebhookEndpoints.redeliver, { params });
    },
    failure: { title: 'Not sent' },
    refresh: () => queryClient.invalidateQueries(deliveriesQuery(webhook.id)),
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
        onClick={() => again.run()}
      >
        Send again
      </Button>
    </li>
  );
}
