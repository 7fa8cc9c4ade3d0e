import type { Automation } from '@picksync/contracts';
import { Button } from '../../../ui/button.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { MissingNames } from './missing-names.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

type AutomationsListProps = {
  automations: readonly Automation[];
  /** The next page; null when this is all. */
  more: { pending: boolean; load: () => void } | null;
};

/** The automations that are there. */
export function AutomationsList({ automations, more }: AutomationsListProps) {
  const { edit, review, askToDelete, openPage } = useOpenDialog();
  return (
    <>
      <MissingNames automations={automations} />
      <AutomationsTable
        automations={automations}
        onOpen={openPage}
        onEdit={edit}
        onReview={review}
        onDelete={askToDelete}
      />
      {more && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
