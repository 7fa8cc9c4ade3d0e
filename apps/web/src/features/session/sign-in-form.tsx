import type { FormEvent, ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

type SignInFormProps = {
  /** The form's name for those who cannot see it. */
  label: string;
  submitLabel: string;
  pendingLabel: string;
  form: {
    errors: { form?: string };
    pending: boolean;
    touch: () => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  children: ReactNode;
};

export function SignInForm({ label, submitLabel, pendingLabel, form, children }: SignInFormProps) {
  return (
    <form noValidate aria-label={label} onFocus={form.touch} onSubmit={form.onSubmit} className="grid gap-2">
      {form.errors.form && (
        <div className="mb-2">
          <Alert tone="bad">{form.errors.form}</Alert>
        </div>
      )}
      {children}
      <Button type="submit" variant="primary" size="lg" pending={form.pending} className="mt-1 w-full">
        {form.pending ? pendingLabel : submitLabel}
      </Button>
    </form>
  );
}
