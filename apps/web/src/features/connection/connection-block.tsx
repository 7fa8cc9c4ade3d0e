import type { AuthStatus } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { authStatusQuery } from '../../api/session.queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SideBlock } from '../../ui/side-block.tsx';
import { useDisconnect } from './use-disconnect.ts';

/** What stands for an address that Smartsheet did not tell. */
const placeholder = '{email}';

const accountName = (email: string): string => (email === placeholder ? 'Smartsheet Account' : email);

type Going = { onGo: () => void };

const NotConnected = ({ onGo }: Going) => (
  <SideBlock title="Not connected to Smartsheet">
    <p className="text-ink-2">Connect to get started</p>
    <Link to="/dashboard" onClick={onGo} className={`${buttonClass({ size: 'sm' })} mt-1.5`}>
      Connect
    </Link>
  </SideBlock>
);

type ConnectedProps = Going & { email: string | null; healthy: boolean };

const Connected = ({ email, healthy, onGo }: ConnectedProps) => {
  const disconnect = useDisconnect();
  return (
    <SideBlock
      title={email ? 'Connected to Smartsheet' : 'No Smartsheet account available'}
      badge={<Badge tone={healthy ? 'good' : 'bad'}>{healthy ? 'Healthy' : 'Reconnect'}</Badge>}
    >
      {email && (
        <p title={accountName(email)} className="truncate">
          {accountName(email)}
        </p>
      )}
      <div className="mt-1.5 flex gap-2">
        {!healthy && (
          <Link to="/dashboard" onClick={onGo} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            Reconnect
          </Link>
        )}
        <Button size="sm" pending={disconnect.isPending} onClick={() => disconnect.mutate()}>
          {disconnect.isPending ? 'Disconnecting...' : 'Disconnect'}
        </Button>
      </div>
    </SideBlock>
  );
};

const isKnown = (status: AuthStatus): boolean => status.smartsheetState !== 'not_connected';

/** Whether Smartsheet is connected and with which account, in the sidebar. `onGo`: a link of it was followed. */
export const ConnectionBlock = ({ onGo }: Going) => {
  const { data: status } = useQuery(authStatusQuery);
  if (!status?.isAuthenticated) return null;
  if (!isKnown(status)) return <NotConnected onGo={onGo} />;
  const healthy = status.smartsheetState === 'connected';
  return <Connected email={status.smartsheetEmail} healthy={healthy} onGo={onGo} />;
};
