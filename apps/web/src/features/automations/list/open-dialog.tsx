import type { Automation } from '@picksync/contracts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCloseDialog } from '../../../ui/use-close-dialog.ts';
import { findAutomationDialog } from '../automation-dialogs.ts';
import { AddDestinationsDialog, DeleteAutomationDialog, EditAutomationDialog } from '../lazy-dialogs.ts';
import { useListPage } from './use-list-page.ts';

const DeletedDialog = lazyPart(async () => (await import('./delete-automation-dialog.tsx')).DeletedDialog, {
  floats: true,
});

const PassDialog = lazyPart(async () => (await import('../pass/pass-dialog.tsx')).PassDialog, {
  floats: true,
});

export type OpenDialogProps = {
  automations: readonly Automation[];
  /** The next page of them; null when this is all. */
  more: { pending: boolean; failed: boolean; load: () => void } | null;
};

/** Loads more pages of the list until it has the automation that a link leads to. */
function useLookFurther(isMissing: boolean, more: OpenDialogProps['more']): void {
  const load = isMissing && more && !more.pending && !more.failed ? more.load : null;
  const latest = useRef(load);
  latest.current = load;
  const isNeeded = load !== null;
  useEffect(() => {
    if (isNeeded) latest.current?.();
  }, [isNeeded]);
}

/**
 * The dialog of an automation that is open. It stands in the address, so that Back closes it, and so that it is open
 * after a reload with what was entered. An automation that is deleted meanwhile keeps its dialog.
 */
export function OpenDialog({ automations, more }: OpenDialogProps) {
  // `useSearch` also returns what the route's validation drops from the address.
  const { dialog: named, automation: id, field } = useSearch({ strict: false });
  const dialog = id === undefined ? undefined : findAutomationDialog(named);
  const close = useCloseDialog(useListPage());
  const seen = useRef<Automation>(undefined);
  const current = automations.find((candidate) => candidate.id === id);
  seen.current = current ?? seen.current;
  const automation = seen.current?.id === id ? seen.current : undefined;
  useLookFurther(dialog !== undefined && automation === undefined, more);
  if (dialog === undefined) return null;
  if (automation === undefined) {
    return more === null ? <DeletedDialog {...unknownAutomation} onClose={close} /> : null;
  }
  const isDeleted = current === undefined;
  const common = { automation, isDeleted, onClose: close };
  switch (dialog) {
    case 'edit':
      return <EditAutomationDialog key={id} {...common} field={field} />;
    case 'delete':
      return <DeleteAutomationDialog key={id} {...common} />;
    case 'run':
      return <PassDialog key={id} automation={automation} automations={automations} onClose={close} />;
    case 'destinations':
      if (isDeleted) return <DeletedDialog onClose={close} />;
      return <AddDestinationsDialog key={id} automation={automation} onClose={close} />;
  }
}

const unknownAutomation = {
  title: 'This automation is not there any more',
  text: 'It may have been deleted since the link to it was made.',
};
