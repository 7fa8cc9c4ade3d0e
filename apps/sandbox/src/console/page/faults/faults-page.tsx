import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Account, Faults } from '../contract.ts';
import {
  Board,
  BoardCard,
  Caption,
  NumberField,
  SelectField,
  ShareField,
  SwitchRow,
  TextField,
} from '../controls.tsx';
import { PageBody, PageHead } from '../page-frame.tsx';
import { faultsQuery, overviewQuery } from '../queries.ts';
import { attempt } from '../toasts.tsx';
import { changeFaults, editFaults, isAnyOn, turnFaultsOff } from './edit-faults.ts';

/** What Smartsheet does wrong. A change applies from the next call on. */
export function FaultsPage() {
  const { data: faults } = useSuspenseQuery(faultsQuery);
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const isOn = isAnyOn(faults);
  const save = (change: Partial<Faults>) => void changeFaults(change);
  return (
    <>
      <PageHead
        title="Faults"
        facts={
          isOn
            ? 'Some faults are on. They apply from the next call on.'
            : 'All faults are off. Turn on what should go wrong.'
        }
        actions={
          <Button disabled={!isOn} onClick={() => void turnFaultsOff()}>
            Turn all off
          </Button>
        }
      />
      <PageBody>
        <Board>
          <AnswerCards faults={faults} save={save} />
          <ConnectionCards faults={faults} save={save} />
          <RevokeCard accounts={accounts} />
          <LicenseCard accounts={accounts} />
          <ScopeCard accounts={accounts} faults={faults} save={save} />
        </Board>
      </PageBody>
    </>
  );
}

type FaultCardProps = { faults: Faults; save: (change: Partial<Faults>) => void };

const effectChoices = {
  off: 'Off',
  before: 'Before the call takes effect',
  after: 'After the call took effect',
};
const statusChoices = {
  500: '500, code 4000',
  502: "502, a proxy's HTML page",
  503: '503, code 4001',
  504: '500, code 4002',
  4004: '500, code 4004',
};
const rowChoices = {
  whole: 'Complete',
  fewer: 'Three fifths of the rows',
  missing: 'No rows field',
  repeated: 'One row twice',
  strange: 'With cells of an unknown shape',
};
const listChoices = {
  whole: 'Complete',
  pages: 'In pages of 100, includeAll is ignored',
  tokens: 'In pages with tokens, without versions',
  cut: 'The first 100 only',
};
const bodyChoices = {
  whole: 'Complete',
  truncated: 'Cut off',
  html: 'An HTML page',
  error: 'An error, with status 200',
  slow: 'One byte a second',
};

function AnswerCards({ faults, save }: FaultCardProps) {
  const { flag, choice, count, share } = editFaults(faults, save);
  return (
    <>
      <BoardCard title="Rate limit" on={faults.storm}>
        <SwitchRow title="Reject every call" caption="Status 429 with code 4003." {...flag('storm')} />
        <NumberField
          label="Retry-After, seconds"
          value={faults.retryAfter}
          placeholder="not sent"
          onSave={(retryAfter) => save({ retryAfter })}
        />
      </BoardCard>
      <BoardCard title="Server errors" on={faults.errorRate > 0}>
        <ShareField label="Calls that fail" {...share('errorRate')} />
        <SelectField
          label="Response"
          options={statusChoices}
          value={`${faults.errorStatus}`}
          onChange={(status) => save({ errorStatus: Number(status) as Faults['errorStatus'] })}
        />
      </BoardCard>
      <BoardCard title="Partial reads" on={faults.rows !== 'whole' || faults.rowsPerAnswer !== null}>
        <SelectField label="Rows of a sheet" options={rowChoices} {...choice('rows')} />
        <NumberField label="Maximum rows per response" placeholder="all" {...count('rowsPerAnswer')} />
      </BoardCard>
      <BoardCard title="Lists of sheets" on={faults.sheetList !== 'whole'}>
        <SelectField label="The list of all sheets" options={listChoices} {...choice('sheetList')} />
      </BoardCard>
      <BoardCard title="Short-lived tokens" on={faults.tokenLifetimeSeconds !== null}>
        <NumberField
          label="Life of new tokens, seconds"
          placeholder="a week"
          {...count('tokenLifetimeSeconds')}
        />
        <SwitchRow
          title="Say a week all the same"
          caption="expires_in names the usual life."
          {...flag('tokenLifetimeHidden')}
        />
      </BoardCard>
      <BoardCard title="Broken responses" on={faults.body !== 'whole'}>
        <SelectField label="Body of a successful response" options={bodyChoices} {...choice('body')} />
      </BoardCard>
    </>
  );
}

function ConnectionCards({ faults, save }: FaultCardProps) {
  const { flag, choice, amount, share } = editFaults(faults, save);
  const { hang, lagMs, answerLagMs, createLagMs, hold, reset, webhookLoss } = faults;
  const release = () => attempt(() => call('DELETE', '/api/held'), 'Held calls are released.');
  return (
    <>
      <BoardCard title="Slow responses" on={hang || lagMs > 0 || answerLagMs > 0 || createLagMs > 0}>
        <SwitchRow title="Hang" caption="Calls are accepted and never get a response." {...flag('hang')} />
        <NumberField label="Delay before the call takes effect, ms" {...amount('lagMs')} />
        <NumberField label="Delay after the call took effect, ms" {...amount('answerLagMs')} />
        <NumberField label="Delay until new objects are found, ms" {...amount('createLagMs')} />
      </BoardCard>
      <BoardCard title="Held calls" on={hold !== 'off'}>
        <SelectField label="Calls wait until released" options={effectChoices} {...choice('hold')} />
        <Button onClick={() => void release()}>Release calls</Button>
      </BoardCard>
      <BoardCard title="Connection reset" on={reset !== 'off'}>
        <SelectField label="Reset the connection" options={effectChoices} {...choice('reset')} />
        <Caption>After a reset, the caller cannot know whether a write took effect.</Caption>
      </BoardCard>
      <BoardCard title="Lost callbacks" on={webhookLoss > 0}>
        <ShareField label="Callbacks that are lost" {...share('webhookLoss')} />
        <Caption>The webhook stays enabled; only the regular check notices.</Caption>
      </BoardCard>
    </>
  );
}

function accountChoices(accounts: Account[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ email }) => [email, email]));
}

function ScopeCard({ faults, save, accounts }: FaultCardProps & { accounts: Account[] }) {
  const { only, list, amount, count } = editFaults(faults, save);
  const choices = { '': 'All accounts', ...accountChoices(accounts) };
  return (
    <BoardCard title="Affected calls" wide>
      <SelectField label="Account" options={choices} {...only('accounts')} />
      <TextField
        label="Operations"
        placeholder="all, or for example columns.update"
        {...list('operations')}
      />
      <TextField label="Sheets" placeholder="all, or their ids" {...list('sheets')} />
      <NumberField label="Calls to let pass first" {...amount('skip')} />
      <NumberField label="Turn off after this many calls" placeholder="never" {...count('times')} />
    </BoardCard>
  );
}

/** Revokes the app, as a person does in Smartsheet's settings. */
function RevokeCard({ accounts }: { accounts: Account[] }) {
  const [chosen, setChosen] = useState<string>();
  const email = chosen ?? accounts[0]?.email ?? '';
  const revoke = () =>
    attempt(() => call('PATCH', '/api/faults', { revoke: [email] }), `The app is revoked for ${email}.`);
  return (
    <BoardCard title="Revoked app">
      <SelectField label="Account" options={accountChoices(accounts)} value={email} onChange={setChosen} />
      <Caption>Removes the app’s tokens for this account and permanently disables its webhooks.</Caption>
      <Button onClick={() => void revoke()} className="text-bad!">
        Revoke the app
      </Button>
    </BoardCard>
  );
}

/** Gives and takes licenses. Without one, an admin of a sheet may not change its columns. */
function LicenseCard({ accounts }: { accounts: Account[] }) {
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
