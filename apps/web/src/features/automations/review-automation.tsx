import type { Automation } from '@picksync/contracts';
import { lazy, Suspense } from 'react';

// Comes when a review is first opened.
const ReviewDialog = lazy(() =>
  import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })),
);

type ReviewAutomationProps = {
  /** The one that is under review, as it is now. */
  automation: Automation | undefined;
  onClose: () => void;
  onChangeLimit: (automation: Automation) => void;
};

export const ReviewAutomation = ({ automation, onClose, onChangeLimit }: ReviewAutomationProps) =>
  automation && (
    <Suspense fallback={null}>
      <ReviewDialog
        key={automation.id}
        automation={automation}
        onClose={onClose}
        onChangeLimit={() => {
          onClose();
          onChangeLimit(automation);
        }}
      />
    </Suspense>
  );
