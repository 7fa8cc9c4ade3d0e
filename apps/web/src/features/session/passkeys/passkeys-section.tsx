import { isolated, type PasskeyView, passkeyEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { passkeysQuery, refreshSecurity } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { formatDay } from '../../../ui/dates.ts';
import { sayWhatFailed } from '../say-what-failed.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { hasPasskeys } from './passkey-failure.ts';

/** Removes a passkey once its owner has agreed. */
function useRemoval() {
  const queryClient = useQueryClient();
  const refresh = () => refreshSecurity(queryClient);
  const remove = useMutation({
    mutationFn: (id: string) => call(passkeyEndpoints.remove, { params: { id } }, { quiet: true }),
    onError: (problem) => sayWhatFailed(problem, 'The passkey could not be removed.'),
    onSettled: refresh,
  });
  const askToRemove = async ({ id, name }: PasskeyView) => {
    const isAgreed = await askToConfirm({
      title: `Remove the passkey “${isolated(name)}”?`,
      description: 'It will not log you in any more. Remove it from your device as well.',
      confirmLabel: 'Remove',
      destructive: true,
    });
    if (isAgreed) remove.mutate(id);
  };
  return { refresh, remove, askToRemove };
}

function describeDetail({ createdAt, lastUsedAt, isSynced }: PasskeyView): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`;
  return `Added ${formatDay(createdAt)}, ${used}${isSynced ? ', kept in several devices' : ''}`;
}

/** The passkeys of an account: add, recognize, remove. */
export function PasskeysSection() {
  const passkeys = useSuspenseQuery(passkeysQuery).data;
  const [isAdding, setAdding] = useState(false);
  const { refresh, remove, askToRemove } = useRemoval();
  return (
    <>
      {passkeys.map((passkey) => (
        <SettingRow
          key={passkey.id}
          title={isolated(passkey.name)}
          detail={describeDetail(passkey)}
          action={
            <Button
              aria-label={`Remove ${passkey.name}`}
              pending={remove.isPending && remove.variables === passkey.id}
              onClick={() => void askToRemove(passkey)}
            >
              Remove
            </Button>
          }
        />
      ))}
      <SettingRow
        title={passkeys.length === 0 ? 'No passkey yet' : 'Another passkey'}
        detail={
          hasPasskeys()
            ? 'Your fingerprint, your face or a security key in place of the password.'
            : 'This browser does not know passkeys.'
        }
        action={hasPasskeys() && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
      />
      {isAdding && (
        <AddPasskeyDialog
          onAdded={() => {
            setAdding(false);
            void refresh();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
