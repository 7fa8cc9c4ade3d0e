import { accountDeletionEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { leaveSession, useAuthStatus } from '../../../api/session.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { whileLeaving } from '../../../stores/leaving.ts';
import { checkDeletion } from '../account.schemas.ts';
import { useGoodbye } from './goodbye.ts';

/** The last question: the user types the address of the account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useAuthStatus();
  const { form, field, shell } = useDialogForm({
    defaultValues: { email: '' },
    check: checkDeletion,
    send: (body) =>
      whileLeaving(async () => {
        // A long timeout, because the access at Smartsheet is ended meanwhile.
        await call(accountDeletionEndpoints.delete, { body }, { timeoutMs: 60_000 });
        useGoodbye.setState({ isDue: true });
        await leaveSession(queryClient, () => navigate({ to: '/goodbye', replace: true }));
      }),
    failure: { title: 'Not deleted', text: 'Nothing was deleted. Please try again.' },
  });
  const email = user?.email ?? '';
  const isTyped = form.watch('email').trim().toLowerCase() === email;
  return (
    <FormDialog
      {...shell}
      title={`Delete ${email}?`}
      description="Every automation stops, and everything about this account is deleted at once."
      submitLabel="Delete for good"
      pendingLabel="Deleting..."
      destructive
      submitDisabled={!isTyped}
      closeLabel="Keep my account"
      onClose={onClose}
    >
      <Alert tone="warn">
        This cannot be undone. Your sheets and dropdowns stay as they are.
        {user &&
          user.subscriptionTier !== 'free' &&
          ' Your paid plan ends with it, and nothing is paid back.'}
      </Alert>
      <p className="text-sm text-ink-2">
        A keyed hash of your address stays for 24 months, for free trials and coupons alone: each is given
        once.
      </p>
      <TextField
        label="Type your email to confirm"
        {...field('email')}
        type="email"
        inputMode="email"
        spellCheck={false}
      />
    </FormDialog>
  );
}
