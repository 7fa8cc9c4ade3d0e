import { isolated } from '@picksync/contracts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { ClockRow, DatesRow } from './date-look-rows.tsx';
import { EmailRow } from './email-row.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';

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
