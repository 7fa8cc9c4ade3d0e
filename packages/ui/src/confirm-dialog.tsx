import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button, buttonClass } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { ToastPlace } from './toast-place.tsx';
import { useTopmostEscape } from './topmost-escape.ts';

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  description: string;
  /** What the button does, e.g. `Delete`. */
  confirmLabel: string;
  /** What the safe answer is called, where Cancel would not say what is cancelled. */
  cancelLabel?: string;
  destructive?: boolean;
  /** Whether what was agreed to is under way, for a dialog that stays until it is done, and what the button says then. */
  pending?: boolean;
  pendingLabel?: string;
  /** More about it, below the description. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focus = useFocusReturn();
  const cancel = () => !props.pending && props.onCancel();
  const onEscape = useTopmostEscape(props.open, cancel);
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && cancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={onEscape}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-16px)] w-[calc(100vw-32px)] max-w-[420px] animate-rise-in overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-pop outline-none data-[state=closed]:animate-fade-out md:p-6"
        >
          <Radix.Title className="text-lg font-bold tracking-[-0.008em]">{props.title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-sm text-ink-2">{props.description}</Radix.Description>
          {props.children && <div className="mt-3 text-sm">{props.children}</div>}
          <ToastPlace className="mt-4" />
          <div className="mt-5 flex justify-end gap-2">
            <Radix.Cancel className={buttonClass()}>{props.cancelLabel ?? 'Cancel'}</Radix.Cancel>
            <Radix.Action asChild>
              <Button
                variant={props.destructive ? 'danger' : 'primary'}
                pending={props.pending ?? false}
                {...(props.pendingLabel && { pendingLabel: props.pendingLabel })}
                onClick={(event) => {
                  // The second press of a double click: the first was on this button, or opened the dialog beneath the pointer.
                  const isSecond = event.detail > 1;
                  // Radix would close it, also one that stays until what was agreed to is done.
                  if (isSecond || props.pending !== undefined) event.preventDefault();
                  if (!isSecond) props.onConfirm();
                }}
              >
                {props.confirmLabel}
              </Button>
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
