import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { Plus } from 'lucide-react';
import { showToast } from '../../../stores/toast.ts';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';

/** Opens the form of a new automation, or says what it needs first. */
export function NewAutomationButton({ onNew }: { onNew: () => void }) {
  const isReadOnly = useReadOnly();
  return (
    <ReasonedButton
      variant="primary"
      onClick={onNew}
      disabledReason={isReadOnly ? readOnlyReason : undefined}
      onRefused={(title) => showToast({ tone: 'bad', title })}
    >
      <Plus aria-hidden="true" />
      New Configuration
    </ReasonedButton>
  );
}
