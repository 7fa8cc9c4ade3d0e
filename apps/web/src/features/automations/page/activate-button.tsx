import type { Automation } from '@picksync/contracts';
import { Button } from '../../../ui/button.tsx';
import { useAutomationActions } from '../list/use-automation-actions.ts';

/** Starts an automation that is paused. */
export function ActivateButton({ automation }: { automation: Automation }) {
  const { toggle } = useAutomationActions(automation);
  return (
    <Button variant="primary" pending={toggle.isPending} onClick={() => toggle.mutate()}>
      Activate
    </Button>
  );
}
