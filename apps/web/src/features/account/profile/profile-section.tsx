import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { EmailRow } from './email-row.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';

/** Who is signed in: the address, the time zone, since when. */
export function ProfileSection() {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <>
      <EmailRow account={account} />
      {account.name && <SettingRow title={account.name} detail="Your name, as your provider told it." />}
      <TimeZoneRow timeZone={account.timeZone} />
      <SettingRow title="Member since" detail={formatDay(account.createdAt)} />
    </>
  );
}
