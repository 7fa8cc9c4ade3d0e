import { maxOutgoingWebhooks, type OutgoingWebhook } from '@picksync/contracts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { webhooksQuery } from '../../../api/programs.queries.ts';
import { usePremium } from '../../../api/use-premium.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { AddRow } from '../add-row.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The deliveries of an outgoing webhook; the panel loads and fails by itself. */
function SentPanel({ webhook, canSend }: { webhook: OutgoingWebhook; canSend: boolean }) {
  return (
    <PanelBoundary
      skeleton={<SettingsSkeleton />}
      failure={(retry) => (
        <ErrorState message="What was sent could not be loaded. Please try again." onRetry={retry} />
      )}
    >
      <Deliveries {...{ webhook, canSend }} />
    </PanelBoundary>
  );
}

type Open = 'new' | OutgoingWebhook | null;

/** The user's outgoing webhooks with their deliveries, and the button for another one. */
export function WebhooksSection() {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const reason = usePremium();
  const isFull = webhooks.length >= maxOutgoingWebhooks;
  const limit = isFull
    ? `You have ${maxOutgoingWebhooks} webhooks, which is the most. Delete one first.`
    : null;
  return (
    <>
      {webhooks.map((webhook) => (
        <Fragment key={webhook.id}>
          <WebhookRow
            webhook={webhook}
            isPaidFor={reason === null}
            onEdit={() => setOpen(webhook)}
            onSecret={setSecret}
          />
          <SentPanel webhook={webhook} canSend={reason === null && webhook.isActive} />
        </Fragment>
      ))}
      <AddRow
        title={webhooks.length === 0 ? 'No webhooks yet' : `${webhooks.length} of ${maxOutgoingWebhooks}`}
        detail={reason ?? limit ?? 'Signed by Standard Webhooks, and tried again for three days.'}
        label="New webhook"
        disabled={isFull}
        isLocked={reason !== null}
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
