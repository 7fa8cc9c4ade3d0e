import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statsQuery } from '../api/stats.queries.ts';
import { loadZod } from '../features/automations/lazy-dialogs.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

// The form's library and schemas are larger than the page, so they are loaded when the page is idle.
const CreateAutomationDialog = lazyPart(
  async () => {
    await loadZod();
    return (await import('../features/automations/form/create-automation-dialog.tsx')).CreateAutomationDialog;
  },
  { floats: true },
);

const LimitDialog = lazyPart(
  async () => (await import('../features/automations/form/limit-dialog.tsx')).LimitDialog,
  { floats: true },
);

function FormWithinLimit({ onClose }: { onClose: () => void }) {
  const { data: stats } = useSuspenseQuery(statsQuery);
  const [refused, setRefused] = useState(false);
  // A form that is open stays: what it creates may use the plan up before its reply is here.
  const [isFormShown, setFormShown] = useState(false);
  // The server decides; this only saves the user from filling in a form for nothing.
  if (!isFormShown && stats.configurationCount < stats.configurationLimit) setFormShown(true);
  if (refused || !isFormShown) return <LimitDialog onClose={onClose} stats={stats} />;
  return <CreateAutomationDialog onClose={onClose} onLimit={() => setRefused(true)} />;
}

/** The dialog that the address names: the form of a new automation, or why there cannot be one more. */
export function NewConfiguration() {
  const { open, hide } = useNewConfiguration();
  if (!open) return null;
  return (
    <PanelBoundary
      skeleton={null}
      // Without the figures the form is shown nevertheless: the server checks the limit, and the form shows its
      // refusal.
      failure={() => <CreateAutomationDialog onClose={hide} onLimit={() => undefined} />}
    >
      <FormWithinLimit onClose={hide} />
    </PanelBoundary>
  );
}
