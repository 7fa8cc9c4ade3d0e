import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadZod } from './form/load-zod.ts';

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
