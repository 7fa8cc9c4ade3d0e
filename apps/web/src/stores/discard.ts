import { askToConfirm } from './confirm.ts';

/** Asks before what was entered in a form is thrown away. */
export function askToDiscard(): Promise<boolean> {
  return askToConfirm({
    title: 'Discard your entries?',
    description: 'What you have entered here is not saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    destructive: true,
  });
}
