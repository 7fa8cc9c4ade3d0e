import { pluralize } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../api/account.queries.ts';
import { webhooksQuery } from '../../api/developer.queries.ts';
import { useAuthStatus } from '../../api/session.queries.ts';

/** How many things of a section need the user, and what they are. */
type Trouble = { count: number; text: string };

/** Returns the webhooks that fail, once the section has loaded them. */
function useWebhookTrouble(): Trouble {
  const { data = [] } = useQuery({ ...webhooksQuery, enabled: false });
  const count = data.filter(({ failingSince, stopReason }) => failingSince ?? stopReason).length;
  return { count, text: `${pluralize(count, 'webhook is', 'webhooks are')} failing` };
}

/** Returns the channels that fail, once the section has loaded them. */
function useChannelTrouble(): Trouble {
  const { data = [] } = useQuery({ ...channelsQuery, enabled: false });
  const count = data.filter(({ failingSince, stopReason }) => failingSince ?? stopReason).length;
  return { count, text: `${pluralize(count, 'channel is', 'channels are')} failing` };
}

function ChannelAlert() {
  return <AlertBadge trouble={useChannelTrouble()} />;
}

function WebhookAlert() {
  return <AlertBadge trouble={useWebhookTrouble()} />;
}

function ConnectionAlert() {
  const isRefused = useAuthStatus().smartsheetState === 'needs_reconnect';
  return <AlertBadge trouble={{ count: Number(isRefused), text: 'Smartsheet refuses the connection' }} />;
}

function AlertBadge({ trouble: { count, text } }: { trouble: Trouble }) {
  return (
    count > 0 && (
      <Badge tone="bad">
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">, {text}</span>
      </Badge>
    )
  );
}

/** Beside the name of a section: how many things in it need the user. */
export function SectionAlert({ section }: { section: string }) {
  if (section === 'notifications') return <ChannelAlert />;
  if (section === 'api') return <WebhookAlert />;
  return section === 'smartsheet' && <ConnectionAlert />;
}
