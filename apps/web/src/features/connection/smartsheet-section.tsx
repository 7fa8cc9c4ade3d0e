import { regionNames } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Fragment, useState } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { AddressName } from '../../ui/address-name.tsx';
import { ConnectLink, DisconnectButton, Health } from './connection-block.tsx';
import { accountName, useConnectAdvice, useConnectionFacts } from './use-connection-facts.ts';

/** The connection to Smartsheet: the account, its status, its actions, and what it may do. */
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
    <>
      <SettingRow
        title={email ? <AddressName address={accountName(email)} /> : 'No Smartsheet account available'}
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
      <Rights />
    </>
  );
}

const rights = [
  ['READ_SHEETS', 'Read the sheets, columns and rows that this Smartsheet account can open.'],
  ['WRITE_SHEETS', 'Add and delete rows of a source, in two-way automations only.'],
  ['ADMIN_SHEETS', 'Change the options of the dropdown columns that you chose, and no other column.'],
  ['ADMIN_WEBHOOKS', 'Be told at once when one of these sheets changes.'],
] as const;

/** What Smartsheet lets Picksync do, and what it is for. Every connection has all of it, or it is refused. */
function Rights() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        title="You allow"
        detail="Read, write and administer sheets, and webhooks. Take it back here or in Smartsheet."
        action={
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide details' : 'Details'}
          </Button>
        }
      />
      {isOpen && (
        <dl className="grid gap-x-5 gap-y-2 border-t border-line bg-sunken/40 px-4 py-3 text-xs/4.5 md:px-5 sm:grid-cols-[auto_1fr]">
          {rights.map(([scope, what]) => (
            <Fragment key={scope}>
              <dt>
                <code>{scope}</code>
              </dt>
              <dd className="text-ink-2">{what}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
