import '../../api/zod-without-eval.ts';
import { reasonField } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog, type FormFailure } from '@picksync/ui/form-dialog.tsx';
import { Input } from '@picksync/ui/input.tsx';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod';
import { useRefreshAdmin } from '../../api/admin.queries.ts';
import { checkWith } from '../../api/check-with.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { showToast } from '../../stores/toast.ts';

const check = checkWith(z.object({ reason: reasonField }));

type ReasonDialogProps = {
  title: string;
  description: string;
  submitLabel: string;
  pendingLabel: string;
  destructive?: boolean;
  failure: FormFailure;
  send: (body: { reason: string }) => Promise<{ message: string }>;
  onClose: () => void;
  /** Stands above the reason. */
  children?: ReactNode;
};

/** Asks an administrator for a reason, runs the act, and shows the result. */
export function ReasonDialog({ send, failure, onClose, children, ...dialog }: ReasonDialogProps) {
  const refresh = useRefreshAdmin();
  const { form, getError, shell } = useDialogForm({
    defaultValues: { reason: '' },
    check,
    send: async (body) => {
      const { message } = await send(body);
      await refresh();
      showToast({ title: message });
      onClose();
    },
    failure,
  });
  return (
    <FormDialog {...dialog} {...shell} onClose={onClose}>
      {children}
      <ReasonField error={getError('reason')} input={form.register('reason')} />
    </FormDialog>
  );
}

/** The field for an administrator's reason. */
export function ReasonField({ error, input }: { error: string | undefined; input: UseFormRegisterReturn }) {
  return (
    <Field label="Reason" error={error} hint="Kept in the audit log with your name.">
      {(control) => <Input {...control} {...input} maxLength={300} autoComplete="off" />}
    </Field>
  );
}
