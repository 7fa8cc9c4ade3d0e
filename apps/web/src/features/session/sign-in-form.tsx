import { Button } from '@picksync/ui/button.tsx';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type SignInFormProps = {
  /** The form's name for those who cannot see it. */
  label: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** The error that belongs to no field. */
  error: string | undefined;
  onSubmit: () => void;
  /** Called when something in the form gets the focus. */
  onTouch: () => void;
  children: ReactNode;
};

/** The shell of every form of signing in: its fields, one line for what went wrong, and its button. */
export function SignInForm(props: SignInFormProps) {
  return (
    <form
      noValidate
      aria-label={props.label}
      onFocus={props.onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      className="grid gap-3"
    >
      {props.children}
      <FormError text={props.error} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={props.pending}
        pendingLabel={props.pendingLabel}
        className="w-full"
      >
        {props.submitLabel}
      </Button>
    </form>
  );
}

/** The line has a fixed place, so that nothing moves when it is filled. */
function FormError({ text }: { text: string | undefined }) {
  return (
    <div className="-mt-2 min-h-5 text-sm text-bad">
      {text && (
        <p role="alert" className="flex gap-1.5">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
