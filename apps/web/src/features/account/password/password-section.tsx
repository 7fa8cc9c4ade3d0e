import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../api/account.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ChangePasswordDialog = lazyPart(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
);

export function PasswordSection() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isChanging, setChanging] = useState(false);
  const { hasPassword, passwordChangedAt } = account;
  const since = passwordChangedAt
    ? `Last changed ${formatDay(passwordChangedAt)}`
    : 'Set when you registered';
  return (
    <>
      <SettingRow
        title="Password"
        detail={hasPassword ? since : 'You have none. You sign in in another way.'}
        action={
          <Button
            aria-label={hasPassword ? 'Change password' : 'Set a password'}
            onClick={() => setChanging(true)}
          >
            {hasPassword ? 'Change' : 'Set'}
          </Button>
        }
      />
      {isChanging && <ChangePasswordDialog account={account} onClose={() => setChanging(false)} />}
    </>
  );
}
