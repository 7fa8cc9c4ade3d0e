import { regionNames } from '@picksync/contracts';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { accountName } from './account-name.ts';
import { Health } from './health.tsx';
import { useConnectionFacts } from './use-connection-facts.ts';
import { useDisconnect } from './use-disconnect.ts';
import { askForConnect } from './use-focus-when-asked.ts';

function ConnectLink({ label }: { label: string }) {
  return (
    <Link to="/dashboard" onClick={askForConnect} className={buttonClass({ variant: 'primary' })}>
      {label}
    </Link>
  );
}

/** An address that is too long for its place breaks before its @, not before its last letter. */
function Name({ email }: { email: string }) {
  const [who, ...at] = accountName(email).split('@');
  return (
    <>
      {who}
      {at.map((host) => (
        <Fragment key={host}>
          <wbr />@{host}
        </Fragment>
      ))}
    </>
  );
}

function DisconnectButton() {
  const { disconnect, askToDisconnect } = useDisconnect();
  return (
    <Button
      pending={disconnect.isPending}
      pendingLabel="Disconnecting..."
      onClick={() => void askToDisconnect()}
    >
      Disconnect
    </Button>
  );
}

/** The connection to Smartsheet: which account, how it stands, and what can be done with it. */
export function SmartsheetSection() {
  const { smartsheetState: state, smartsheetEmail: email, smartsheetRegion: region } = useAuthStatus();
  const facts = useConnectionFacts(region && regionNames[region]);
  if (state === 'not_connected')
    return (
      <SettingRow
        title="Not connected to Smartsheet"
        detail="Connect to get started"
        action={<ConnectLink label="Connect" />}
      />
    );
  const isRefused = state === 'needs_reconnect';
  return (
    <SettingRow
      title={email ? <Name email={email} /> : 'No Smartsheet account available'}
      badge={isRefused ? <Badge tone="bad">Refused</Badge> : <Health />}
      detail={
        isRefused
          ? 'Smartsheet no longer accepts this connection. Your automations are kept and go on once you reconnect.'
          : facts
      }
      action={
        <>
          {isRefused && <ConnectLink label="Reconnect" />}
          <DisconnectButton />
        </>
      }
    />
  );
}
