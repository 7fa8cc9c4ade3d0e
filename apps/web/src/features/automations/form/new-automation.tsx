import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statsQuery } from '../../../api/stats.queries.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { loadZod } from '../lazy-dialogs.ts';

// The form's library and schemas are larger than the dashboard, so they are loaded when the page is idle.
const CreateAutomationDialog = lazyPart(
  async () => {
    await loadZod();
    return (await import('./create-automation-dialog.tsx')).CreateAutomationDialog;
  },
  { floats: true },
);

const LimitDialog = lazyPart(async () => (await import('./limit-dialog.tsx')).LimitDialog, { floats: true });

type NewAutomationProps = { onClose: () => void };

function FormWithinLimit({ onClose }: NewAutomationProps) {
  const { data: stats } = useSuspenseQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  // A form that is open stays: what it creates may use the plan up before its reply is here.
  const [isFormShown, setFormShown] = useState(false);
  // The server decides; this only saves the user from filling in a form for nothing.
  if (!isFormShown && stats.configurationCount < stats.configurationLimit) setFormShown(true);
  if (refused || !isFormShown) return <LimitDialog onClose={onClose} stats={stats} />;
  return <CreateAutomationDialog onClose={onClose} onLimit={() => setRefused(true)} />;
}

/** The form of a new automation, or why there cannot be one more. */
export function NewAutomation({ onClose }: NewAutomationProps) {
  return (
    <PanelBoundary
      skeleton={null}
      // Without the figures the form is shown nevertheless: the server checks the limit, and the form shows its
      // refusal.
      failure={() => <CreateAutomationDialog onClose={onClose} onLimit={() => undefined} />}
    >
      <FormWithinLimit onClose={onClose} />
    </PanelBoundary>
  );
}
