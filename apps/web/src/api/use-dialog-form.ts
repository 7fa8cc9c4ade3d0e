import { useAskBeforeUnload } from '@picksync/ui/use-ask-before-unload.ts';
import type { FieldValues } from 'react-hook-form';
import { askToDiscard } from '../stores/confirm.ts';
import { isSessionOver, isStepUpMissing } from './api-error.ts';
import { type CheckedFormOptions, useCheckedForm } from './use-checked-form.ts';

export type DialogFormOptions<F extends FieldValues, B = F> = Pick<
  CheckedFormOptions<F, B>,
  'defaultValues' | 'check' | 'send'
> & {
  /** The title of the alert, and its text when the server sends none. */
  failure: { title: string; text: string };
};

/** Of an ended session another dialog tells, until it is resumed. */
export function isToldElsewhere(problem: unknown): boolean {
  return isStepUpMissing(problem) || isSessionOver(problem);
}

/** The state of a form in a dialog. */
export function useDialogForm<F extends FieldValues, B = F>({
  failure,
  ...options
}: DialogFormOptions<F, B>) {
  const { sending, general, ...checked } = useCheckedForm<F, B>({ ...options, fallback: failure.text });
  const submit = checked.form.handleSubmit((body) => sending.mutate(body));
  const { isDirty } = checked.form.formState;
  // Nothing of it is kept, and after a new version another part of the page may need a reload.
  useAskBeforeUnload(isDirty && !sending.isSuccess);
  const isSilent = general === undefined || isToldElsewhere(sending.error);
  return {
    ...checked,
    /** The props of the dialog around it. */
    shell: {
      pending: sending.isPending,
      error: isSilent ? null : { title: failure.title, text: general },
      mayClose: async () => !isDirty || (await askToDiscard()),
      onSubmit: () => void submit(),
    },
  };
}
