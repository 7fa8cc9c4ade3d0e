import type { Automation } from '@picksync/contracts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { usePageDialog } from './use-page-dialog.ts';

// The form's library and schemas are larger than the page, so they are loaded when it is idle.
const EditAutomationDialog = lazyPart(
  async () => (await import('../form/edit-automation-dialog.tsx')).EditAutomationDialog,
  { floats: true },
);
const DeleteAutomationDialog = lazyPart(
  async () => (await import('../list/delete-automation-dialog.tsx')).DeleteAutomationDialog,
  { floats: true },
);
const AddDestinationsDialog = lazyPart(
  async () => (await import('../destinations/add-destinations-dialog.tsx')).AddDestinationsDialog,
  { floats: true },
);

type PageDialogsProps = {
  automation: Automation;
  dialog: ReturnType<typeof usePageDialog>;
  onDeleted: () => Promise<void>;
};

/** The dialog above the page that the address names. */
export function PageDialogs({ automation, dialog: { dialog, field, close }, onDeleted }: PageDialogsProps) {
  const common = { automation, isDeleted: false, onClose: close };
  if (dialog === 'edit') return <EditAutomationDialog {...common} field={field} />;
  if (dialog === 'delete') return <DeleteAutomationDialog {...common} onDeleted={onDeleted} />;
  if (dialog === 'destinations') return <AddDestinationsDialog automation={automation} onClose={close} />;
  return null;
}
