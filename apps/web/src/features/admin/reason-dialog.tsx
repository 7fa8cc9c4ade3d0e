import { reasonField } from '@picksync/contracts';
import { FormDialog, type FormFailure } from '@picksync/ui/form-dialog.tsx';
import * as z from 'zod';
import { checkWith } from '../../api/check-with.ts';
import { ReasonField, useAdminForm } from './use-admin-form.tsx';

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
};

/** Asks an administrator for a reason, runs the act, and shows the result. */
export function ReasonDialog({ send, failure, onClose, ...dialog }: ReasonDialogProps) {
  const defaultValues = { reason: '' };
  const { field, shell } = useAdminForm({ defaultValues, check, send, failure, onClose });
  return (
    <FormDialog {...dialog} {...shell}>
      <ReasonField {...field('reason')} />
    </FormDialog>
  );
}
