import { connectionEndpoints } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useIsReachable } from '../../api/reachable.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { tryAgain } from '../../api/use-action.ts';
import { askToConfirm } from '../../stores/confirm.ts';
import { focusConnect } from '../../stores/connect-focus.ts';
import { showToast } from '../../stores/toast.ts';
import { accountName, useConnectAdvice } from './use-connection-facts.ts';

type ConnectLinkProps = { label: string; replace?: boolean; className: string };

/** Leads to the button that connects. `replace`: the dashboard takes the place of the current entry in the history. */
export function ConnectLink({ label, replace = false, className }: ConnectLinkProps) {
  return (
    <Link to="/dashboard" replace={replace} onClick={focusConnect} className={className}>
      {label}
    </Link>
  );
}

function NotConnected({ replace }: { replace: boolean }) {
  const { label, advice } = useConnectAdvice();
  const look = `${buttonClass({ size: 'sm' })} mt-1.5 justify-self-start`;
  return (
    <SideBlock title="Not connected to Smartsheet">
      <p className="text-ink-2">{advice}</p>
      <ConnectLink label={label} replace={replace} className={look} />
    </SideBlock>
  );
}

/** Leads to everything about the connection, and to what ends it. */
function ManageLink({ replace }: { replace: boolean }) {
  return (
    <Link
      to="/settings"
      hash="smartsheet"
      replace={replace}
      aria-label="Manage the connection to Smartsheet"
      className={`${buttonClass({ size: 'sm', variant: 'quiet' })} -mx-1.5 h-[22px]! px-1.5!`}
    >
      Manage
    </Link>
  );
}

/** Whether Smartsheet is connected and with which account, in the sidebar. `replace`: see its links. */
export function ConnectionBlock({ replace }: { replace: boolean }) {
  const { isAuthenticated, smartsheetState: state, smartsheetEmail: email } = useAuthStatus();
  if (!isAuthenticated) return null;
  if (state === 'not_connected') return <NotConnected replace={replace} />;
  const isRefused = state === 'needs_reconnect';
  const connected = email ? 'Connected to Smartsheet' : 'No Smartsheet account available';
  return (
    <SideBlock
      title={isRefused ? 'Not connected to Smartsheet' : connected}
      aside={<ManageLink replace={replace} />}
    >
      {email && (
        <p title={accountName(email)} className="truncate">
          {accountName(email)}
        </p>
      )}
      {isRefused && <p className="text-ink-2">Reconnect to go on syncing</p>}
      <div className={cx('mt-1.5 flex flex-wrap gap-2', !isRefused && 'items-center justify-between')}>
        {isRefused ? (
          <ConnectLink
            label="Reconnect"
            replace={replace}
            className={buttonClass({ variant: 'primary', size: 'sm' })}
          />
        ) : (
          <Health />
        )}
      </div>
    </SideBlock>
  );
}

const obstacles = {
  rate_limited: ['warn', 'Limited'],
  paced: ['neutral', 'Pacing'],
  provider_outage: ['warn', 'Unreachable'],
  provider_slow: ['warn', 'Slow'],
} as const satisfies Record<string, readonly [Tone, string]>;

/** Whether Smartsheet can be reached at the moment, as far as that is known. */
export function Health() {
  const { data } = useQuery(statsQuery);
  const isReachable = useIsReachable();
  const waiting = data?.connection.waiting;
  if (!isReachable) return <Badge tone="neutral">Offline</Badge>;
  if (waiting) {
    const [tone, word] = obstacles[waiting.reason];
    return <Badge tone={tone}>{word}</Badge>;
  }
  return <Badge tone="good">Healthy</Badge>;
}

/** Returns what disconnecting stops; without a number while that is not known. */
function consequence(activeAutomations: number | undefined): string {
  if (activeAutomations === 0) return 'No automation is active. You can connect again at any time.';
  const kept = 'kept, and can go on when you reconnect';
  if (activeAutomations === undefined) return `All of your automations stop. They are ${kept}.`;
  return activeAutomations === 1
    ? `1 automation stops. It is ${kept}.`
    : `${activeAutomations} automations stop. They are ${kept}.`;
}

/** Disconnects Smartsheet after the user has confirmed that the automations may stop. */
export function DisconnectButton() {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call(connectionEndpoints.disconnect, {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      showToast({ title: 'Disconnected', description: 'You have been disconnected from Smartsheet' });
    },
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Error',
        description: 'Failed to disconnect from Smartsheet',
        action: tryAgain((): void => disconnect.mutate()),
      }),
  });
  const askToDisconnect = async () => {
    const stats = await queryClient.ensureQueryData(statsQuery).catch(() => undefined);
    const isAgreed = await askToConfirm({
      title: 'Disconnect Smartsheet?',
      description: consequence(stats?.activeAutomations),
      confirmLabel: 'Disconnect',
      destructive: true,
    });
    if (isAgreed) disconnect.mutate();
  };
  return (
    <Button
      className="border-bad/40! text-bad!"
      pending={disconnect.isPending}
      pendingLabel="Disconnecting..."
      onClick={() => void askToDisconnect()}
    >
      Disconnect
    </Button>
  );
}
