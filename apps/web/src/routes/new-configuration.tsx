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

/** The form of a new automation, or why there cannot be one more. */
export const NewConfiguration = () => {
  const { open, hide } = useNewConfiguration();
  const { data: stats } = useQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  if (!open || !stats) return null;
  const close = () => {
    setRefused(false);
    hide();
  };
  if (refused || isAtLimit(stats)) return <LimitDialog open onClose={close} stats={stats} />;
  return (
    <Suspense fallback={null}>
      <NewAutomationDialog open onClose={close} onLimit={() => setRefused(true)} />
    </Suspense>
  );
};
