import { connectionEndpoints } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useIsReachable } from '../../api/use-is-reachable.ts';
import { askToConfirm } from '../../stores/confirm.ts';
import { showToast } from '../../stores/toast.ts';
import { focusConnect } from './use-connect-focus.ts';
import { accountName, useConnectAdvice } from './use-connection-facts.ts';

type Going = { replace: boolean };

function NotConnected({ replace }: Going) {
  const { label, advice } = useConnectAdvice();
  return (
    <SideBlock title="Not connected to Smartsheet">
      <p className="text-ink-2">{advice}</p>
      <Link
        to="/dashboard"
        replace={replace}
        onClick={focusConnect}
        className={`${buttonClass({ size: 'sm' })} mt-1.5 justify-self-start`}
      >
        {label}
      </Link>
    </SideBlock>
  );
}

function Disconnect() {
  const { disconnect, askToDisconnect } = useDisconnect();
  return (
    <Button
      size="sm"
      pending={disconnect.isPending}
      pendingLabel="Disconnecting..."
      onClick={() => void askToDisconnect()}
    >
      Disconnect
    </Button>
  );
}

function Account({ email }: { email: string | null }) {
  return (
    email && (
      <p title={accountName(email)} className="truncate">
        {accountName(email)}
      </p>
    )
  );
}

type ConnectedProps = Going & { email: string | null };

function Connected({ email }: ConnectedProps) {
  return (
    <SideBlock title={email ? 'Connected to Smartsheet' : 'No Smartsheet account available'}>
      <Account email={email} />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <Health />
        <Disconnect />
      </div>
    </SideBlock>
  );
}

function Refused({ email, replace }: ConnectedProps) {
  return (
    <SideBlock title="Not connected to Smartsheet">
      <Account email={email} />
      <p className="text-ink-2">Reconnect to go on syncing</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Link
          to="/dashboard"
          replace={replace}
          onClick={focusConnect}
          className={buttonClass({ variant: 'primary', size: 'sm' })}
        >
          Reconnect
        </Link>
        <Disconnect />
      </div>
    </SideBlock>
  );
}

/** Whether Smartsheet is connected and with which account, in the sidebar. `replace`: its links take the place of the current entry in the browser's history. */
export function ConnectionBlock({ replace }: Going) {
  const { isAuthenticated, smartsheetState: state, smartsheetEmail: email } = useAuthStatus();
  if (!isAuthenticated) return null;
  if (state === 'not_connected') return <NotConnected replace={replace} />;
  if (state === 'needs_reconnect') return <Refused email={email} replace={replace} />;
  return <Connected email={email} replace={replace} />;
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
export function useDisconnect() {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call(connectionEndpoints.disconnect, {}, { quiet: true }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      showToast({ title: 'Disconnected', description: 'You have been disconnected from Smartsheet' });
    },
    onError: () =>
      showToast({ tone: 'bad', title: 'Error', description: 'Failed to disconnect from Smartsheet' }),
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
  return { disconnect, askToDisconnect };
}
