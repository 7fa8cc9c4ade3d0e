import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { statsQuery } from '../../../api/stats.queries.ts';
import { isAtLimit } from '../plan-limit.ts';
import { LimitDialog } from './limit-dialog.tsx';

// The form's library and schemas weigh more than the dashboard; they come when the dialog is first opened.
const CreateAutomationDialog = lazy(async () => ({
  default: (await import('./create-automation-dialog.tsx')).CreateAutomationDialog,
}));

/** The form of a new automation, or why there cannot be one more. */
export function NewAutomation({ onClose }: { onClose: () => void }) {
  const { data: stats, isPending } = useQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  if (isPending) return null;
  // When the figures could not be had, the form is offered all the same: the server keeps the limit.
  if (stats && (refused || isAtLimit(stats))) return <LimitDialog onClose={onClose} stats={stats} />;
  return (
    <Suspense fallback={null}>
      <CreateAutomationDialog onClose={onClose} onLimit={() => setRefused(true)} />
    </Suspense>
  );
}
