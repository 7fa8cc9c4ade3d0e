import '../../../api/zod-without-eval.ts';
import { adminUserEndpoints, reasonField } from '@picksync/contracts';
import * as z from 'zod';
import { type AdminUserDetail, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';

const check = checkWith(z.object({ reason: reasonField }));

const words = {
  disable: {
    title: 'Disable',
    about:
      'All sessions and API keys end, automations are paused, and nobody can sign in until you enable the account. Nothing is deleted.',
    label: 'Disable user',
    pending: 'Disabling...',
    failure: { title: 'Not disabled', text: 'The account could not be disabled. Please try again.' },
  },
  enable: {
    title: 'Enable',
    about: 'The owner can sign in again. What was paused stays so until they activate it.',
    label: 'Enable user',
    pending: 'Enabling...',
    failure: { title: 'Not enabled', text: 'The account could not be enabled. Please try again.' },
  },
};

export function DisableDialog({ user, onClose }: { user: AdminUserDetail; onClose: () => void }) {
  const refresh = useRefreshAdmin();
  const act = user.disabledAt ? 'enable' : 'disable';
  const { title, about, label, pending, failure } = words[act];
  const { form, errorOf, shell } = useDialogForm({
    defaultValues: { reason: '' },
    check,
    send: async (body) => {
      const input = { params: { id: user.id }, body };
      const { message } = await call(adminUserEndpoints[act], input, { quiet: true });
      await refresh();
      showToast({ title: message });
      onClose();
    },
    failure,
  });
  return (
    <FormDialog
      {...shell}
      title={`${title} ${user.email}?`}
      description={about}
      submitLabel={label}
      pendingLabel={pending}
      destructive={act === 'disable'}
      onClose={onClose}
    >
      <Field label="Reason" error={errorOf('reason')} hint="Kept in the audit log with your name.">
        {(control) => <Input {...control} {...form.register('reason')} maxLength={300} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
