import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import type { ReactNode } from 'react';

export type ProofFormProps = {
  title: string;
  description: string;
  onProven: () => void;
  onClose: () => void;
};

type ProofFrameProps = Omit<ProofFormProps, 'onProven'> & {
  shell: { pending: boolean; error: string | undefined; onSubmit: () => void };
  aside: ReactNode;
  children: ReactNode;
};

/** The dialog around a proof. */
export function ProofFrame({ shell: { error, ...shell }, ...frame }: ProofFrameProps) {
  return (
    <FormDialog
      {...frame}
      pending={shell.pending}
      error={error === undefined ? null : { title: 'Not confirmed', text: error }}
      submitLabel="Confirm"
      pendingLabel="Confirming..."
      onSubmit={shell.onSubmit}
    />
  );
}
