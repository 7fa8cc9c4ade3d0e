import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { isSyncing } from '../automation-status.tsx';
import { useAutomationActions } from '../list/use-automation-actions.tsx';

/** Asks for a sync now, where one that failed is tried again. */
export function SyncButton({ automation, label }: { automation: Automation; label: string }) {
  const { sync } = useAutomationActions(automation);
  return (
    <Button pending={sync.isPending || isSyncing(automation)} onClick={() => sync.mutate()}>
      {label}
    </Button>
  );
}
