import type { Automation } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { getStatus, isSyncing } from './automation-status.ts';

/** The status of an automation as a badge. */
export function StatusBadge({ automation, isReadOnly }: { automation: Automation; isReadOnly: boolean }) {
  if (isReadOnly && automation.isActive) return <Badge tone="neutral">Connection stopped</Badge>;
  if (isSyncing(automation)) {
    return (
      <Badge tone="accent" spinning>
        {automation.syncState === 'queued' ? 'Waiting to sync' : 'Syncing'}
      </Badge>
    );
  }
  const { tone, word } = getStatus(automation);
  return <Badge tone={tone}>{word}</Badge>;
}
