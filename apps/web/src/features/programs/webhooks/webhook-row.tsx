import type { OutgoingWebhook } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Ellipsis } from 'lucide-react';
import { useWebhookActions } from './use-webhook-actions.ts';
import { webhookState, webhookTrouble } from './webhook.phrases.ts';

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
