import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statsQuery } from '../../../api/stats.queries.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { isAtLimit } from '../plan-limit.ts';
import { LimitDialog } from './limit-dialog.tsx';

// The form's library and schemas weigh more than the dashboard; they come when the page is idle.
const CreateAutomationDialog = lazyPart(
  async () => (await import('./create-automation-dialog.tsx')).CreateAutomationDialog,
  { floats: true },
);

/** The form of a new automation, or why there cannot be one more. */
export function NewAutomation({ onClose }: { onClose: () => void }) {
  const { data: stats, isPending } = useQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  if (isPending) return null;
  // When the figures could not be had, the form is offered all the same: the server keeps the limit.
  if (stats && (refused || isAtLimit(stats))) return <LimitDialog onClose={onClose} stats={stats} />;
  return <CreateAutomationDialog onClose={onClose} onLimit={() => setRefused(true)} />;
}
