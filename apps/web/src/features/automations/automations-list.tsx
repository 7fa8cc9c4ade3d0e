import type { Automation } from '@picksync/contracts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { EditAutomation } from './edit-automation.tsx';
import { LegacyBanner } from './legacy-banner.tsx';
import { ReviewAutomation } from './review-automation.tsx';
import { useEditing } from './use-editing.ts';

type AutomationsListProps = {
  automations: readonly Automation[];
  /** The next page; null when this is all. */
  more: { pending: boolean; load: () => void } | null;
};

/** The automations that are there, with the dialogs that their rows open. */
export const AutomationsList = ({ automations, more }: AutomationsListProps) => {
  const editing = useEditing();
  const [reviewedId, setReviewedId] = useState<string | null>(null);
  return (
    <>
      <LegacyBanner automations={automations} />
      <AutomationsTable
        automations={automations}
        onEdit={editing.begin}
        onReview={({ id }) => setReviewedId(id)}
      />
      {more && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={more.pending} onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
      <EditAutomation edited={editing.edited} end={editing.end} />
      <ReviewAutomation
        automation={automations.find(({ id }) => id === reviewedId)}
        onClose={() => setReviewedId(null)}
        onChangeLimit={(automation) => editing.begin(automation, 'maxRemovalPercent')}
      />
    </>
  );
};
