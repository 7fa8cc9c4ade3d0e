import type { Automation } from '@picksync/contracts';
import { Badge } from '../../ui/badge.tsx';
import { isSyncing, statusOf } from './automation-status.ts';
import { useReadOnly } from './use-read-only.ts';

/** How an automation stands right now. */
export function StatusBadge({ automation }: { automation: Automation }) {
  const isReadOnly = useReadOnly();
  if (isReadOnly && automation.isActive) return <Badge tone="neutral">Connection stopped</Badge>;
  if (isSyncing(automation)) {
    return (
      <Badge tone="accent" spinning>
        {automation.syncState === 'queued' ? 'Waiting to sync' : 'Syncing'}
      </Badge>
    );
  }
  const { tone, word } = statusOf(automation);
  return <Badge tone={tone}>{word}</Badge>;
}
