import { TextField } from '@picksync/ui/text-field.tsx';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useRefreshAdmin } from '../../api/admin.queries.ts';
import { sayDone } from '../../api/use-action.ts';
import { type DialogFormOptions, useDialogForm } from '../../api/use-dialog-form.ts';

type AdminFormOptions<F extends FieldValues, B> = Omit<DialogFormOptions<F, B>, 'send'> & {
  send: (body: B) => Promise<{ message: string }>;
  onClose: () => void;
};

/** Returns the state of a form of administrators: once it was sent, it shows the result and closes. */
export function useAdminForm<F extends FieldValues, B = F>({
  send,
  onClose,
  ...form
}: AdminFormOptions<F, B>) {
  const refresh = useRefreshAdmin();
  const state = useDialogForm<F, B>({
    ...form,
    send: async (body) => {
      // Also after a refusal, which may be because of what the list does not show yet.
      const reply = await send(body).finally(refresh);
      sayDone(reply);
      onClose();
    },
  });
  return { ...state, shell: { ...state.shell, onClose } };
}

/**
 * Returns the fields that are about to be changed, as they were when the form was opened. The API refuses what would overwrite
 * another administrator's edit unseen.
 */
export function findSeen(opened: object, changes: object) {
  return Object.fromEntries(Object.entries(opened).filter(([name]) => name in changes));
}

/** The field for an administrator's reason. */
export function ReasonField(field: Pick<ComponentProps<typeof TextField>, 'error' | 'input'>) {
  return <TextField label="Reason" hint="Kept in the audit log with your name." maxLength={300} {...field} />;
}
