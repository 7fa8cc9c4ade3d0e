import { type AccountView, emailChangeEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ChangeEmailDialog = lazyPart(async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog);

function useCancel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(emailChangeEndpoints.cancel, {}, { quiet: true }),
    onSuccess: ({ message }) => {
      showToast({ title: 'Canceled', description: message });
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
    onError: (problem) =>
      showToast({
        tone: 'bad',
        title: 'Not canceled',
        description: getMessage(problem, 'Please try again.'),
      }),
  });
}

/** The address to sign in with, and a pending change of it. */
export function EmailRow({ account: { email, pendingEmail, hasPassword } }: { account: AccountView }) {
  const [isChanging, setChanging] = useState(false);
  const cancel = useCancel();
  return (
    <>
      <SettingRow
        title={email}
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
              onClick={() => cancel.mutate()}
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
