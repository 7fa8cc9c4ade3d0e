import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { statsQuery } from '../api/stats.queries.ts';
import { isAtLimit, LimitDialog } from '../features/automations/limit-dialog.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

// The form's library and schemas weigh more than the dashboard; they come when the dialog is first opened.
const NewAutomationDialog = lazy(() =>
  import('../features/automations/new-automation-dialog.tsx').then((module) => ({
    default: module.NewAutomationDialog,
  })),
);

const NewConfigurationDialog = ({ onClose }: { onClose: () => void }) => {
  const { data: stats, isPending } = useQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  if (isPending) return null;
  // When the figures could not be had, the form is offered all the same: the server keeps the limit.
  if (stats && (refused || isAtLimit(stats))) return <LimitDialog open onClose={onClose} stats={stats} />;
  return (
    <Suspense fallback={null}>
      <NewAutomationDialog open onClose={onClose} onLimit={() => setRefused(true)} />
    </Suspense>
  );
};

/** The form of a new automation, or why there cannot be one more. */
export const NewConfiguration = () => {
  const { open, hide } = useNewConfiguration();
  return open ? <NewConfigurationDialog onClose={hide} /> : null;
};
