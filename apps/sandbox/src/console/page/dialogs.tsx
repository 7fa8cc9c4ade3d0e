import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { type ComponentProps, useState } from 'react';

type SendDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'description' | 'submitLabel' | 'submitDisabled' | 'destructive' | 'onClose' | 'children'
> & {
  /** Says itself what went wrong, and returns whether it worked. */
  send: () => Promise<boolean>;
};

/** A form in a window, which closes once what it sends has worked. */
export function SendDialog({ send, onClose, ...rest }: SendDialogProps) {
  const submit = async () => {
    if (await send()) onClose();
  };
  return (
    <FormDialog
      {...rest}
      pending={false}
      pendingLabel={rest.submitLabel}
      error={null}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}

type AskButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  question: string;
  description: string;
  confirmLabel: string;
  onConfirm: () => void;
};

/** A button that asks before it does what cannot be undone. */
export function AskButton({ question, description, confirmLabel, onConfirm, ...button }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        title={question}
        description={description}
        confirmLabel={confirmLabel}
        destructive
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
