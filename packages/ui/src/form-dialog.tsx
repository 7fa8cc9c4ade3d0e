import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { useDialogNotice } from './dialog-notice.ts';

/**
 * Why a form was not taken; shown above the buttons until it is sent again. With `warn` nothing has failed: the form can be sent, and
 * this is good to know before.
 */
export type FormFailure = { title: string; text: string; action?: ReactNode; tone?: 'warn' };

/** Steps are counted from 1. */
export type FormSteps = {
  at: number;
  count: number;
  onBack: () => void;
  onNext: () => void;
  /** What the next step is called. */
  nextTitle: string;
};

type FormDialogProps = Omit<DialogProps, 'description' | 'children' | 'footer'> & {
  description: string;
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
  /** Asks before entries are lost. It closes without a question where this is not given. */
  mayClose?: () => Promise<boolean>;
  /** Another button, on the left of the footer. */
  aside?: ReactNode;
  /** A few words beside the buttons. */
  note?: string;
  /** Where the form is gone through step by step: in sight is the step that is at hand, and the last one sends it. */
  steps?: FormSteps | undefined;
  children: ReactNode;
};

/** A form in a window over the page: its fields, what went wrong, and its buttons. */
export function FormDialog({ pending, error, submittable = true, ...props }: FormDialogProps) {
  const id = useId();
  const { steps, mayClose } = props;
  const waitText = useDialogNotice()?.waitText;
  const note = waitText ?? props.note;
  const submitDisabled = props.submitDisabled || waitText !== undefined;
  const close = async () => {
    if (!mayClose || (await mayClose())) props.onClose();
  };
  return (
    <Dialog
      title={props.title}
      description={props.description}
      width={props.width}
      inAddress={props.inAddress}
      onOpenFocus={props.onOpenFocus}
      side={props.side}
      onClose={() => void close()}
      footer={
        // By keyboard the other way round: a user who has filled in the form wants to send it.
        <>
          <SendOrNext
            id={id}
            pending={pending}
            submittable={submittable}
            {...props}
            submitDisabled={submitDisabled}
          />
          {steps && steps.at > 1 ? (
            <Button onClick={steps.onBack} className="order-2">
              Back
            </Button>
          ) : (
            <Button onClick={() => void close()} className="order-2">
              {props.closeLabel ?? 'Cancel'}
            </Button>
          )}
          {note && (
            <p className="order-1 text-xs text-ink-2 max-md:w-full md:pe-2 in-[footer:has(li)]:hidden">
              {note}
            </p>
          )}
          {props.aside && (
            <div className={cx('-order-1 me-auto -ms-2', !steps && 'max-md:w-full')}>{props.aside}</div>
          )}
        </>
      }
    >
      <form
        id={id}
        noValidate
        aria-label={props.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (steps && steps.at < steps.count) steps.onNext();
          else if (!pending && !submitDisabled) props.onSubmit();
        }}
        className="grid gap-4"
      >
        {steps && <StepMarks {...steps} />}
        {props.children}
        {/* Always there, so that what comes into it later is read out. */}
        <div aria-live="polite" className="empty:-mt-4">
          {error && (
            <div key={error.title} ref={error.tone === 'warn' ? bringBesideFocus : bringIntoView}>
              <Alert tone={error.tone ?? 'bad'} title={error.title} action={error.action}>
                {error.text}
              </Alert>
            </div>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type SendOrNextProps = Pick<
  FormDialogProps,
  'destructive' | 'pending' | 'pendingLabel' | 'submitDisabled' | 'submitLabel' | 'submittable' | 'steps'
> & { id: string };

/** The button at the right: it goes on to the next step, and from the last one it sends the form. */
function SendOrNext({ id, pending, submittable, steps, ...props }: SendOrNextProps) {
  if (steps && steps.at < steps.count)
    return (
      <Button key="next" type="submit" form={id} variant="primary" className="order-3 max-md:grow">
        Next: {steps.nextTitle}
      </Button>
    );
  if (!submittable) return null;
  return (
    <Button
      key="send"
      type="submit"
      form={id}
      variant={props.destructive ? 'danger' : 'primary'}
      pending={pending}
      pendingLabel={props.pendingLabel}
      disabled={props.submitDisabled && !pending}
      className={steps ? 'order-3 max-md:grow' : 'order-3'}
    >
      {props.submitLabel}
    </Button>
  );
}

/** Each step begins at its top, and with the focus there: what had it may be gone. */
function StepMarks({ at, count }: FormSteps) {
  const marks = useRef<HTMLDivElement>(null);
  const seen = useRef(at);
  useEffect(() => {
    if (seen.current === at) return;
    seen.current = at;
    marks.current?.focus();
  }, [at]);
  return (
    <div
      ref={marks}
      role="img"
      aria-label={`Step ${at} of ${count}`}
      tabIndex={-1}
      className="flex scroll-mt-40 gap-1 outline-none"
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={cx(
            'h-[3px] flex-1 rounded-full forced-colors:border',
            index < at ? 'bg-accent' : 'bg-line',
          )}
        />
      ))}
    </div>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** What comes while somebody types does not move the field out of sight. */
function bringBesideFocus(element: HTMLElement | null): void {
  bringIntoView(element);
  const focused = document.activeElement;
  if (element && focused && element.closest('form')?.contains(focused))
    focused.scrollIntoView({ block: 'nearest' });
}
