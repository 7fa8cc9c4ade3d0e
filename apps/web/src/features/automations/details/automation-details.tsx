import type { Automation } from '@picksync/contracts';
import { Alert } from '../../../ui/alert.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { deletedAutomation } from '../deleted-automation.ts';
import type { Edit } from '../list/automation-notes.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { AutomationRuns } from './automation-runs.tsx';
import { DetailsActions } from './details-actions.tsx';
import { Facts } from './facts.tsx';
import { FromTo } from './from-to.tsx';
import { Trouble } from './trouble.tsx';

type AutomationDetailsProps = {
  /** As it is now, or was before it was deleted. */
  automation: Automation;
  isDeleted: boolean;
  onEdit: Edit;
  onReview: () => void;
  onDelete: () => void;
  onClose: () => void;
};

/** Everything about one automation, beside the list: what can be done, what is wrong, both ends, and its last runs. */
export function AutomationDetails(props: AutomationDetailsProps) {
  const { automation, isDeleted, onEdit, onReview, onDelete, onClose } = props;
  const isReadOnly = useReadOnly();
  return (
    <SidePanel
      title={automation.name}
      badge={!isDeleted && <StatusBadge automation={automation} isReadOnly={isReadOnly} />}
      onClose={onClose}
    >
      {isDeleted ? (
        <Alert tone="bad" title={deletedAutomation.title}>
          {deletedAutomation.text}
        </Alert>
      ) : (
        <>
          <DetailsActions
            automation={automation}
            onEdit={() => onEdit(automation, 'name')}
            onDelete={onDelete}
          />
          <Trouble automation={automation} onEdit={onEdit} onReview={onReview} />
        </>
      )}
      <FromTo automation={automation} />
      <Facts automation={automation} />
      <AutomationRuns automation={automation} />
    </SidePanel>
  );
}
