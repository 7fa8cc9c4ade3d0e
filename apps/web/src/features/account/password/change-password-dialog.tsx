import { type AccountView, accountSettingsEndpoints, pluralize } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { PasswordField } from '@picksync/ui/text-field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { refreshSecurity } from '../../../api/security.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { checkPasswordChange, emptyPasswordChange } from '../account.schemas.ts';

type ChangePasswordDialogProps = { account: AccountView; onClose: () => void };

/**
 * Changes the password, with the current one as the step-up; users without a password prove who they are in another way.
 */
export function ChangePasswordDialog({ account, onClose }: ChangePasswordDialogProps) {
  const { email, hasPassword } = account;
  const queryClient = useQueryClient();
  const apiKeys = useQuery(apiKeysQuery).data?.length ?? 0;
  const { form, field, shell } = useDialogForm({
    defaultValues: emptyPasswordChange,
    check: checkPasswordChange({ hasPassword }),
    send: async ({ currentPassword, confirmPassword: _repeated, ...chosen }) => {
      const body = { ...chosen, ...(hasPassword && { currentPassword }) };
      const { message } = await call(accountSettingsEndpoints.changePassword, { body });
      onClose();
      showToast({ title: 'Password changed', ...(chosen.revokeApiKeys && { description: message }) });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
        refreshSecurity(queryClient),
      ]);
    },
    failure: { title: 'Not changed', text: 'Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="You sign in with it from now on. A mail tells you of the change."
      submitLabel={hasPassword ? 'Change password' : 'Set password'}
      pendingLabel="Saving..."
      onClose={onClose}
    >
      {/* For password managers, which otherwise do not know whose it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label="Current password"
          {...field('currentPassword')}
          autoComplete="current-password"
        />
      )}
      <PasswordField
        label="New password"
        hint="At least 10 characters, with A–Z, a–z, a number and a symbol"
        {...field('password')}
        autoComplete="new-password"
      />
      <PasswordField label="Confirm new password" {...field('confirmPassword')} autoComplete="new-password" />
      <Checkbox
        label="Sign out everywhere else"
        hint="Every other browser is forgotten, and has to log in with the new password."
        checked={form.watch('endOtherSessions')}
        onChange={(checked) => form.setValue('endOtherSessions', checked, { shouldDirty: true })}
      />
      {apiKeys > 0 && (
        <Checkbox
          label={`Revoke ${pluralize(apiKeys, 'API key')}`}
          hint="Otherwise, whoever has a key can still use your account. Programs need a new one."
          checked={form.watch('revokeApiKeys')}
          onChange={(checked) => form.setValue('revokeApiKeys', checked, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  );
}
