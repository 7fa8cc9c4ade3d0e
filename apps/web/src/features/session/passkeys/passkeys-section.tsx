import { isolated, type PasskeyView, passkeyEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { passkeysQuery, refreshSecurity } from '../../../api/security.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatDay } from '../../../ui/dates.ts';
import { useSignInForm } from '../sign-in-form.tsx';
import { addPasskey, hasPasskeys, passkeyFailure } from './passkey-button.tsx';

function describeDetail({ createdAt, lastUsedAt, isSynced }: PasskeyView): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`;
  return `Passkey, added ${formatDay(createdAt)}, ${used}${isSynced ? ', kept in several devices' : ''}`;
}

/** The passkeys of an account: add, recognize, remove. */
export function PasskeysSection() {
  const passkeys = useSuspenseQuery(passkeysQuery).data;
  const [isAdding, setAdding] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => refreshSecurity(queryClient);
  const remove = useAction({
    send: ({ id }: PasskeyView) => call(passkeyEndpoints.remove, { params: { id } }),
    ask: ({ name }) => ({
      title: `Remove the passkey “${isolated(name)}”?`,
      description: 'It will not log you in any more. Remove it from your device as well.',
      confirmLabel: 'Remove',
      destructive: true,
    }),
    failure: { text: 'The passkey could not be removed.' },
    refresh,
  });
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
              pending={remove.isPending && remove.variables?.id === passkey.id}
              onClick={() => remove.run(passkey)}
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

/** Asks for a name and lets the browser create a passkey. */
function AddPasskeyDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const [failure, setFailure] = useState<string>();
  const form = useSignInForm({
    defaultValues: { name: '' },
    loadCheck: async () => (await import('../session.schemas.ts')).checkPasskeyName,
    send: async ({ name }) => {
      setFailure(undefined);
      try {
        await addPasskey(name);
      } catch (problem) {
        return setFailure(passkeyFailure(problem));
      }
      onAdded();
    },
    fallback: 'No passkey was added.',
  });
  const { pending, onSubmit } = form.shell;
  return (
    <FormDialog
      title="Add a passkey"
      description="Your device, your phone or a security key keeps it. It logs you in without a password."
      pending={pending}
      error={failure === undefined ? null : { title: 'Not added', text: failure }}
      submitLabel="Add"
      pendingLabel="Adding..."
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="So that you recognize it, such as Olivia’s MacBook"
        {...form.field('name')}
        maxLength={60}
      />
    </FormDialog>
  );
}
