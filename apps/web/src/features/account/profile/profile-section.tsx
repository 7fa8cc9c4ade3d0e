import { isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { formatDay, timeIn } from '../../../ui/dates.ts';
import { ClockRow, DatesRow } from './date-look-rows.tsx';
import { EmailRow } from './email-row.tsx';
import { useSaveAccount } from './use-save-account.ts';

/** Returns the time zone of this browser; undefined where it does not tell. */
function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
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
  const save = useSaveAccount<{ timeZone: string }>('Time zone saved');
  const now = useNow();
  const shown = save.isPending ? save.variables.timeZone : timeZone;
  const here = timeZoneHere();
  const time = shown && timeIn(shown, now);
  return (
    <SettingRow
      title="Time zone"
      detail={`For days in figures, the next sweep and mails.${time ? ` It is ${time}.` : ''}`}
      action={
        <>
          {here && here !== shown && (
            <Button disabled={save.isPending} onClick={() => save.mutate({ timeZone: here })}>
              Use {here.replaceAll('_', ' ')}
            </Button>
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
              loading={save.isPending}
              onChange={(next) => next && next !== timeZone && save.mutate({ timeZone: next })}
            />
          </div>
        </>
      }
    />
  );
}

/** The user's address, how they read dates and times, and since when they have an account. */
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
      <SettingRow title="Member since" detail={formatDay(account.createdAt)} />
    </>
  );
}
