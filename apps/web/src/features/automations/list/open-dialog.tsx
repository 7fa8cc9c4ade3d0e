import type { Automation } from '@picksync/contracts';
import { useRef } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

// The form's library and schemas weigh more than the dashboard; they come when the page is idle.
const EditAutomationDialog = lazyPart(
  async () => (await import('../form/edit-automation-dialog.tsx')).EditAutomationDialog,
  { floats: true },
);
const ReviewDialog = lazyPart(async () => (await import('../review/review-dialog.tsx')).ReviewDialog, {
  floats: true,
});

/** The dialog of an automation that the address says is open. One that is deleted meanwhile keeps its dialog. */
export function OpenDialog({ automations }: { automations: readonly Automation[] }) {
  const { id, edits, reviews, field, edit, close } = useOpenDialog();
  const seen = useRef<Automation>(undefined);
  const current = automations.find((candidate) => candidate.id === id);
  seen.current = current ?? seen.current;
  const automation = seen.current;
  if (automation === undefined || automation.id !== id) return null;
  if (edits) {
    return (
      <EditAutomationDialog
        key={id}
        automation={automation}
        field={field}
        isDeleted={current === undefined}
        onClose={close}
      />
    );
  }
  return (
    reviews && (
      <ReviewDialog
        key={id}
        automation={automation}
        onClose={close}
        onChangeLimit={() => edit(automation, 'maxRemovalPercent')}
      />
    )
  );
}
