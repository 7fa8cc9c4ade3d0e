import type { Automation } from '@picksync/contracts';
import { AddDestinationsDialog, DeleteAutomationDialog, EditAutomationDialog } from '../lazy-dialogs.ts';
import type { usePageDialog } from './use-page-dialog.ts';

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
