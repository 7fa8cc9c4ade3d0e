import {
  type AccountChange,
  type AccountView,
  accountSettingsEndpoints,
  type Clock,
  clocks,
  type DateLook,
  type DateOrder,
  dateOrders,
  dateWriter,
  emailChangeEndpoints,
  isolated,
} from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { statsQuery } from '../../../api/stats.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { useAutosave } from '../../../api/use-autosave.tsx';
import { showToast } from '../../../stores/toast.ts';
import { AddressName } from '../../../ui/address-name.tsx';
import { timeZoneHere } from '../../../ui/date-reader.ts';
import { formatDay, formatMoment, timeIn } from '../../../ui/dates.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FirstStepsRow, ShortcutsRow, ThemeRow } from './browser-rows.tsx';

/** What is written from now on is written as the account says, before anything is drawn again. */
function showAccount(queryClient: QueryClient, account: AccountView): void {
  const { timeZone, clock, dateOrder } = account;
  queryClient.setQueryData(
    authStatusQuery.queryKey,
    (status) => status && { ...status, user: status.user && { ...status.user, timeZone, clock, dateOrder } },
  );
  queryClient.setQueryData(accountQuery.queryKey, account);
}

/** Saves a choice of the profile, and loads again what depends on it. */
function useSaveAccount<C extends AccountChange>() {
  const queryClient = useQueryClient();
  return useAutosave({
    scope: 'account',
    send: (change: C) => call(accountSettingsEndpoints.update, { body: change }),
    onSaved: async (account) => {
      showAccount(queryClient, account);
      await Promise.all(
        [authStatusQuery, statsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
}

const ChangeEmailDialog = lazyPart(async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog);

/** The address to sign in with, and a pending change of it. */
function EmailRow({ account: { email, pendingEmail, hasPassword } }: { account: AccountView }) {
  const [isChanging, setChanging] = useState(false);
  const queryClient = useQueryClient();
  const cancel = useAction({
    send: () => call(emailChangeEndpoints.cancel, {}),
    onDone: ({ message }) => {
      showToast({ title: 'Canceled', description: message });
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
    failure: { title: 'Not canceled' },
  });
  return (
    <>
      <SettingRow
        title={<AddressName address={email} />}
        badge={<Badge tone="good">Verified</Badge>}
        detail={hasPassword ? 'You sign in with it, and mails go there.' : 'Mails go there.'}
        action={
          <Button aria-label="Change email" onClick={() => setChanging(true)}>
            Change
          </Button>
        }
      />
      {pendingEmail && (
        <SettingRow
          title={pendingEmail.email}
          badge={<Badge tone="warn">Waiting</Badge>}
          detail={`Nothing changes until you follow the link in the mail sent there. It works until ${formatMoment(pendingEmail.expiresAt)}.`}
          action={
            <Button
              aria-label={`Cancel the change to ${pendingEmail.email}`}
              pending={cancel.isPending}
              onClick={() => cancel.run()}
            >
              Cancel
            </Button>
          }
        />
      )}
      {isChanging && <ChangeEmailDialog onClose={() => setChanging(false)} />}
    </>
  );
}

type Props = DateLook & { timeZone: string | null };

/** In which order dates are written: each choice is today. */
function DatesRow({ timeZone, clock, dateOrder }: Props) {
  const saving = useSaveAccount<{ dateOrder: DateOrder }>();
  const now = useNow();
  return (
    <SettingRow
      title="Dates"
      detail="On pages and in mails."
      note={saving.note}
      action={
        <div className="w-[240px] max-w-full">
          <SelectInput
            aria-label="Dates"
            className="w-full"
            value={saving.unsaved?.dateOrder ?? dateOrder}
            onChange={({ target }) => {
              const chosen = dateOrders.find((order) => order === target.value);
              if (chosen) saving.save({ dateOrder: chosen });
            }}
          >
            {dateOrders.map((order) => (
              <option key={order} value={order}>
                {dateWriter({ timeZone, clock, dateOrder: order }).day(now)}
              </option>
            ))}
          </SelectInput>
        </div>
      }
    />
  );
}

/** Whether a day has two times twelve hours, or 24: each choice is now. */
function ClockRow({ timeZone, clock, dateOrder }: Props) {
  const saving = useSaveAccount<{ clock: Clock }>();
  const now = useNow();
  return (
    <SettingRow
      title="Clock"
      detail="On pages and in mails."
      note={saving.note}
      action={
        <Segmented
          label="Clock"
          options={clocks.map((value) => ({
            value,
            label: dateWriter({ timeZone, clock: value, dateOrder }).time(now),
          }))}
          value={saving.unsaved?.clock ?? clock}
          onChange={(chosen) => saving.save({ clock: chosen })}
        />
      }
    />
  );
}

function getOffset(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

let options: ComboboxOption[] | undefined;

/** Returns every time zone that this browser knows, with its distance from Greenwich today. */
function timeZoneOptions(): ComboboxOption[] {
  options ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: getOffset(zone),
  }));
  return options;
}

/** The time zone for days in figures, the next sweep and mails. */
function TimeZoneRow({ timeZone }: { timeZone: string | null }) {
  const saving = useSaveAccount<{ timeZone: string }>();
  const now = useNow();
  const shown = saving.unsaved?.timeZone ?? timeZone;
  const here = timeZoneHere();
  const time = shown && timeIn(shown, now);
  return (
    <SettingRow
      title="Time zone"
      detail={`For days in figures, the next check and mails.${time ? ` It is ${time}.` : ''}`}
      note={saving.note}
      action={
        <>
          {here && here !== shown && (
            <Button onClick={() => saving.save({ timeZone: here })}>Use {here.replaceAll('_', ' ')}</Button>
          )}
          <div className="w-[240px] max-w-full">
            <Combobox
              aria-label="Time zone"
              name="Time zone"
              placeholder="Choose a time zone"
              emptyText="No time zone has this name"
              options={timeZoneOptions()}
              value={shown}
              valueLabel={shown ?? undefined}
              clearable={false}
              onChange={(next) => next && next !== shown && saving.save({ timeZone: next })}
            />
          </div>
        </>
      }
    />
  );
}

/** The user's address, how they read dates and times, how this browser looks, and since when they have an account. */
export function ProfileSection() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { timeZone, clock, dateOrder } = account;
  const reader = { timeZone, clock, dateOrder };
  return (
    <>
      <EmailRow account={account} />
      {account.name && (
        <SettingRow title={isolated(account.name)} detail="Your name, from your sign-in provider." />
      )}
      <TimeZoneRow timeZone={account.timeZone} />
      <DatesRow {...reader} />
      <ClockRow {...reader} />
      <ThemeRow />
      <ShortcutsRow />
      <FirstStepsRow />
      <SettingRow title="Member since" detail={formatDay(account.createdAt)} />
    </>
  );
}
