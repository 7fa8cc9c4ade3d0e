import { lazyPart } from '../../ui/lazy-part.tsx';

// The form's library and schemas are larger than a page, so they are loaded when it is idle.
export const EditAutomationDialog = lazyPart(
  async () => {
    await loadZod();
    return (await import('./form/edit-automation-dialog.tsx')).EditAutomationDialog;
  },
  { floats: true },
);

export const DeleteAutomationDialog = lazyPart(
  async () => (await import('./list/delete-automation-dialog.tsx')).DeleteAutomationDialog,
  { floats: true },
);

export const AddDestinationsDialog = lazyPart(
  async () => (await import('./destinations/add-destinations-dialog.tsx')).AddDestinationsDialog,
  { floats: true },
);

/** Loads zod in a task of its own, before a form that needs it: together they would block the page longer. */
export async function loadZod(): Promise<void> {
  await import('../../api/prepare-zod.ts');
}
