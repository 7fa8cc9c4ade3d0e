import { isolated, type PasskeyView } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysQuery } from '../../../api/security.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { hasPasskeys } from './passkey-failure.ts';
import { useRemoval } from './use-removal.ts';

function detailOf({ createdAt, lastUsedAt, isSynced }: PasskeyView): string {
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
          detail={detailOf(passkey)}
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
