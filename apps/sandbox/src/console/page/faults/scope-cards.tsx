import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Account, Faults } from '../contract.ts';
import { BoardCard, Caption, NumberField, SelectField, SwitchRow, TextField } from '../controls.tsx';
import { splitList } from '../format.ts';
import { attempt } from '../toasts.tsx';
import type { FaultCardProps } from './fault-cards.tsx';

function listChoices(accounts: Account[]) {
  return accounts.map(({ email }) => ({ value: email, label: email }));
}

export function ScopeCard({ faults, save, accounts }: FaultCardProps & { accounts: Account[] }) {
  return (
    <BoardCard title="Affected calls" wide>
      <SelectField
        label="Account"
        options={[{ value: '', label: 'All accounts' }, ...listChoices(accounts)]}
        value={faults.accounts[0] ?? ''}
        onChange={(email) => save({ accounts: email ? [email] : [] })}
      />
      <TextField
        label="Operations"
        value={faults.operations.join(', ')}
        placeholder="all, or for example columns.update"
        onSave={(operations) => save({ operations: splitList(operations) })}
      />
      <TextField
        label="Sheets"
        value={faults.sheets.join(', ')}
        placeholder="all, or their ids"
        onSave={(sheets) => save({ sheets: splitList(sheets) })}
      />
      <NumberField
        label="Calls to let pass first"
        value={faults.skip}
        placeholder="0"
        onSave={(skip) => save({ skip: skip ?? 0 })}
      />
      <NumberField
        label="Turn off after this many calls"
        value={faults.times}
        placeholder="never"
        onSave={(times) => save({ times: times || null })}
      />
    </BoardCard>
  );
}

/** Revokes the app, as a person does in Smartsheet's settings. */
export function RevokeCard({ accounts, faults }: { accounts: Account[]; faults: Faults }) {
  const [chosen, setChosen] = useState<string>();
  const email = chosen ?? accounts[0]?.email ?? '';
  const revoke = () =>
    attempt(
      () => call('PUT', '/api/faults', { ...faults, revoke: [email] }),
      `The app is revoked for ${email}.`,
    );
  return (
    <BoardCard title="Revoked app">
      <SelectField label="Account" options={listChoices(accounts)} value={email} onChange={setChosen} />
      <Caption>Removes the app’s tokens for this account and permanently disables its webhooks.</Caption>
      <Button onClick={() => void revoke()} className="text-bad!">
        Revoke the app
      </Button>
    </BoardCard>
  );
}

/** Gives and takes licenses. Without one, an admin of a sheet may not change its columns. */
export function LicenseCard({ accounts }: { accounts: Account[] }) {
  const license = (account: string, licensed: boolean) =>
    attempt(() => call('PUT', '/api/accounts/license', { account, licensed }));
  return (
    <BoardCard title="Licenses" on={accounts.some(({ licensed }) => !licensed)}>
      <Caption>An admin of a sheet without a license may not change its columns. Its owner may.</Caption>
      {accounts.map(({ email, licensed }) => (
        <SwitchRow key={email} title={email} on={licensed} onChange={(on) => void license(email, on)} />
      ))}
    </BoardCard>
  );
}
