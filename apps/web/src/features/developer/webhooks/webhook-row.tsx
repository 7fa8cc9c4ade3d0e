import { type OutgoingWebhook, outgoingWebhookEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { deliveriesQuery, webhooksQuery } from '../../../api/developer.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import type { Question } from '../../../stores/confirm.ts';
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
            pending={actions.isPending}
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
            <MenuItem onSelect={actions.newSecret}>New secret</MenuItem>
            <MenuItem destructive onSelect={actions.remove}>
              Delete
            </MenuItem>
          </DropdownMenu>
        </>
      }
    />
  );
}

const { edit, remove, rotateSecret, test } = outgoingWebhookEndpoints;

type Act = { send: () => Promise<{ message: string }>; ask?: Question };

type WebhookActions = { webhook: OutgoingWebhook; onSecret: (secret: string) => void };

/** Returns the actions on an outgoing webhook: they ask for confirmation where needed, and show the result. */
function useWebhookActions({ webhook: { id, url }, onSecret }: WebhookActions) {
  const queryClient = useQueryClient();
  const params = { id };
  const { run, isPending } = useAction({
    send: ({ send }: Act) => send(),
    ask: ({ ask }) => ask,
    onDone: sayDone,
    failure: { title: 'Not done' },
    refresh: async () => {
      await queryClient.invalidateQueries(webhooksQuery);
      await queryClient.invalidateQueries(deliveriesQuery(id));
    },
  });
  return {
    isPending,
    test: () => run({ send: () => call(test, { params }) }),
    setActive: (isActive: boolean) => run({ send: () => call(edit, { params, body: { isActive } }) }),
    newSecret: () =>
      run({
        ask: {
          title: 'Make a new secret?',
          description: 'The old one signs as well for 24 hours, so that your receiver can change over.',
          confirmLabel: 'Make a new secret',
        },
        send: async () => {
          const reply = await call(rotateSecret, { params });
          onSecret(reply.secret);
          return reply;
        },
      }),
    remove: () =>
      run({
        ask: {
          title: 'Delete this webhook?',
          description: `Nothing more is sent to ${url}, and its deliveries are deleted. This cannot be undone.`,
          confirmLabel: 'Delete',
          destructive: true,
        },
        send: () => call(remove, { params }),
      }),
  };
}
