import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { useState } from 'react';
import { addPasskey } from '../../../api/passkeys.ts';
import { useSignInForm } from '../use-sign-in-form.ts';
import { passkeyFailure } from './passkey-failure.ts';

type AddPasskeyDialogProps = { onAdded: () => void; onClose: () => void };

/** Asks for a name and lets the browser create a passkey. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
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
  const name = form.field('name');
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
      <Field label="Name" error={name.error} hint="So that you recognize it, such as Olivia’s MacBook">
        {(control) => <Input {...control} {...name.input} autoComplete="off" maxLength={60} />}
      </Field>
    </FormDialog>
  );
}
