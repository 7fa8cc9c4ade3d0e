import { regionNames } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Fragment } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { ConnectLink, DisconnectButton, Health } from './connection-block.tsx';
import { accountName, useConnectAdvice, useConnectionFacts } from './use-connection-facts.ts';

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

/** The connection to Smartsheet: the account, its status, and its actions. */
export function SmartsheetSection() {
  const { smartsheetState: state, smartsheetEmail: email, smartsheetRegion: region } = useAuthStatus();
  const facts = useConnectionFacts(region && regionNames[region]);
  const { label, advice } = useConnectAdvice();
  const look = buttonClass({ variant: 'primary' });
  if (state === 'not_connected')
    return (
      <SettingRow
        title="Not connected to Smartsheet"
        detail={advice}
        action={<ConnectLink label={label} className={look} />}
      />
    );
  const isRefused = state === 'needs_reconnect';
  return (
    <SettingRow
      title={email ? <Name email={email} /> : 'No Smartsheet account available'}
      badge={isRefused ? <Badge tone="bad">Refused</Badge> : <Health />}
      detail={
        isRefused
          ? 'Smartsheet no longer accepts this connection. Nothing is synced until you reconnect.'
          : facts
      }
      action={
        <>
          {isRefused && <ConnectLink label="Reconnect" className={look} />}
          <DisconnectButton />
        </>
      }
    />
  );
}
