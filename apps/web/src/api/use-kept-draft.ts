import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from '../stores/drafts.ts';

/** Keeps what is typed into a form for as long as the tab is open, so that it survives a look elsewhere and a reload. */
export function useKeptDraft<F extends FieldValues, B>(
  form: UseFormReturn<F, unknown, B>,
  key: string,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(key, values),
      }),
    [form, key],
  );
}
