import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { Link } from '@tanstack/react-router';
import { useAuthStatus } from '../../api/session.queries.ts';
import { accountName } from './account-name.ts';
import { Health } from './health.tsx';
import { focusConnect } from './use-connect-focus.ts';
import { useConnectAdvice } from './use-connection-facts.ts';
import { useDisconnect } from './use-disconnect.ts';

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
