import { type OutgoingWebhook, outgoingWebhookEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { deliveriesQuery, webhooksQuery } from '../../../api/developer.queries.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { webhookState, webhookTrouble } from './webhook-texts.ts';

type WebhookRowProps = {
  webhook: OutgoingWebhook;
  /** Whether the plan includes outgoing webhooks. */
  isPaidFor: boolean;
  onEdit: () => void;
  onSecret: (secret: string) => void;
};

/** One outgoing webhook: its address, its state, and its actions. */
export function WebhookRow(props: WebhookRowProps) {
  const { webhook, isPaidFor, onEdit } = props;
  const actions = useWebhookActions(props);
  const state = webhookState(webhook, isPaidFor);
  const trouble = webhookTrouble(webhook);
  return (
    <SettingRow
      title={<span className="break-all">{webhook.url}</span>}
      badge={<Badge tone={state.tone}>{state.text}</Badge>}
      detail={
        <>
          {trouble && <p>{trouble}</p>}
          <p>{webhook.events.join(', ')}</p>
        </>
      }
      action={
        <>
          <Button
            disabled={!isPaidFor || !webhook.isActive}
            pending={actions.pending}
            pendingLabel="One moment..."
            onClick={actions.test}
          >
            Send a test
          </Button>
          <DropdownMenu
            trigger={
              <IconButton label={`Actions for ${webhook.url}`}>
                <Ellipsis aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem onSelect={onEdit}>Edit</MenuItem>
            {webhook.isActive ? (
              <MenuItem onSelect={() => actions.setActive(false)}>Switch off</MenuItem>
            ) : (
              <MenuItem disabled={!isPaidFor} onSelect={() => actions.setActive(true)}>
                Switch on
              </MenuItem>
            )}
            <MenuItem onSelect={() => void actions.newSecret()}>New secret</MenuItem>
            <MenuItem destructive onSelect={() => void actions.remove()}>
              Delete
            </MenuItem>
          </DropdownMenu>
        </>
      }
    />
  );
}

const { edit, remove, rotateSecret, test } = outgoingWebhookEndpoints;

type WebhookActions = { webhook: OutgoingWebhook; onSecret: (secret: string) => void };

/** Returns the actions on an outgoing webhook: they ask for confirmation where needed, and show the result. */
function useWebhookActions({ webhook: { id, url }, onSecret }: WebhookActions) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const params = { id };
  const acting = useMutation({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    onMutate: () => setPending(true),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not done', description: getMessage(problem, 'Please try again.') }),
    onSettled: async () => {
      await queryClient.invalidateQueries(webhooksQuery);
      await queryClient.invalidateQueries(deliveriesQuery(id));
      setPending(false);
    },
  });
  return {
    pending,
    test: () => acting.mutate(() => call(test, { params })),
    setActive: (isActive: boolean) => acting.mutate(() => call(edit, { params, body: { isActive } })),
    newSecret: async () => {
      const agreed = await askToConfirm({
        title: 'Make a new secret?',
        description: 'The old one signs as well for 24 hours, so that your receiver can change over.',
        confirmLabel: 'Make a new secret',
      });
      if (!agreed) return;
      acting.mutate(async () => {
        const reply = await call(rotateSecret, { params });
        onSecret(reply.secret);
        return reply;
      });
    },
    remove: async () => {
      const agreed = await askToConfirm({
        title: 'Delete this webhook?',
        description: `Nothing more is sent to ${url}, and its deliveries are deleted. This cannot be undone.`,
        confirmLabel: 'Delete',
        destructive: true,
      });
      if (agreed) acting.mutate(() => call(remove, { params }));
    },
  };
}
