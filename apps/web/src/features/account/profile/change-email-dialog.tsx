import { emailChangeEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { checkNewEmail } from '../account.schemas.ts';

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { field, shell } = useDialogForm({
    defaultValues: { email: '' },
    check: checkNewEmail,
    send: async (body) => {
      await call(emailChangeEndpoints.request, { body });
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      onClose();
      showToast({ title: 'Look into your mail', description: `We have written to ${body.email}.` });
    },
    failure: { title: 'Not changed', text: 'Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title="Change your email"
      description="We write to the new address. Nothing changes until you follow the link in that mail; the old address is told and can undo it for 7 days."
      submitLabel="Send the link"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <TextField label="New email" {...field('email')} type="email" inputMode="email" autoComplete="email" />
    </FormDialog>
  );
}
