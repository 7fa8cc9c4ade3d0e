import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';
import type { useDialogForm } from '../../api/use-dialog-form.ts';

type InlineFormProps = {
  label: string;
  shell: Omit<ReturnType<typeof useDialogForm>['shell'], 'mayClose'>;
  submitLabel: string;
  pendingLabel: string;
  /** Other buttons, before the one that sends. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A form in a page instead of a dialog: its fields, what went wrong, and its buttons. */
export function InlineForm({ label, shell, className, children, aside, ...submit }: InlineFormProps) {
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!shell.pending) shell.onSubmit();
      }}
      className={cx('grid gap-3', className)}
    >
      {children}
      {shell.error && (
        <Alert tone="bad" title={shell.error.title}>
          {shell.error.text}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {aside}
        <Button type="submit" variant="primary" pending={shell.pending} pendingLabel={submit.pendingLabel}>
          {submit.submitLabel}
        </Button>
      </div>
    </form>
  );
}
