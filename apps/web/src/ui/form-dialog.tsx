import { type ReactNode, useId } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog, type DialogWidth } from './dialog.tsx';

/** Why a form was not taken; shown above the buttons until it is sent again. */
export type FormFailure = { title: string; text: string };

type FormDialogProps = {
  title: string;
  description: string;
  width?: DialogWidth;
  /** Whether what was sent is under way; the form cannot be sent again meanwhile. */
  pending: boolean;
  /** Why the last try failed; null where it did not, or where the fields say it. */
  error: FormFailure | null;
  submitLabel: string;
  /** What the button says while `pending`. */
  pendingLabel: string;
  /** For what cannot be undone. */
  destructive?: boolean;
  /** False where there is nothing to send: the button is not there. */
  submittable?: boolean;
  submitDisabled?: boolean;
  onSubmit: () => void;
  closeLabel?: string;
  onClose: () => void;
  /** Brings the focus to where the user wants to begin; else it begins at the first thing in the dialog. */
  onOpenFocus?: () => void;
  /** A further button, at the left of the foot. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form in a window over the page: its fields, what went wrong, and its buttons. */
export function FormDialog({ pending, error, submittable = true, ...props }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.title}
      description={props.description}
      {...(props.width && { width: props.width })}
      {...(props.onOpenFocus && { onOpenFocus: props.onOpenFocus })}
      footer={
        // By keyboard the other way round: who has filled the form in wants to send it.
        <>
          {submittable && (
            <Button
              type="submit"
              form={id}
              variant={props.destructive ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={props.pendingLabel}
              disabled={props.submitDisabled && !pending}
              className="order-3"
            >
              {props.submitLabel}
            </Button>
          )}
          <Button onClick={props.onClose} className="order-2">
            {props.closeLabel ?? 'Cancel'}
          </Button>
          {props.aside && <div className="order-1 mr-auto -ml-2 max-md:w-full">{props.aside}</div>}
        </>
      }
    >
      <form
        id={id}
        noValidate
        aria-label={props.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && !props.submitDisabled) props.onSubmit();
        }}
        className="grid gap-3"
      >
        {props.children}
        {error && (
          <div ref={bringIntoView}>
            <Alert tone="bad" title={error.title}>
              {error.text}
            </Alert>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
