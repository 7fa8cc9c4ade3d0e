import type { Automation } from '@picksync/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { AutomationField } from '../form/automation-values.ts';
import { AutomationsTable } from './automations-table.tsx';
import { MissingNames } from './missing-names.tsx';

// The form's library and schemas weigh more than the dashboard; they come when the page is idle.
const EditAutomationDialog = lazyPart(
  async () => (await import('../form/edit-automation-dialog.tsx')).EditAutomationDialog,
  { floats: true },
);
const ReviewDialog = lazyPart(async () => (await import('../review/review-dialog.tsx')).ReviewDialog, {
  floats: true,
});

type AutomationsListProps = {
  automations: readonly Automation[];
  /** The next page; null when this is all. */
  more: { pending: boolean; load: () => void } | null;
};

/** The automations that are there, with the dialogs that their rows open. */
export function AutomationsList({ automations, more }: AutomationsListProps) {
  /** What is being edited, as it was when the form was opened. */
  const [edited, setEdited] = useState<{ automation: Automation; field: AutomationField } | null>(null);
  const [reviewedId, setReviewedId] = useState<string | null>(null);
  const reviewed = automations.find(({ id }) => id === reviewedId);
  const closeReview = () => setReviewedId(null);
  return (
    <>
      <MissingNames automations={automations} />
      <AutomationsTable
        automations={automations}
        onEdit={(automation, field) => setEdited({ automation, field })}
        onReview={({ id }) => setReviewedId(id)}
      />
      {more && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
      {edited && <EditAutomationDialog {...edited} onClose={() => setEdited(null)} />}
      {reviewed && (
        <ReviewDialog
          key={reviewed.id}
          automation={reviewed}
          onClose={closeReview}
          onChangeLimit={() => {
            closeReview();
            setEdited({ automation: reviewed, field: 'maxRemovalPercent' });
          }}
        />
      )}
    </>
  );
}
