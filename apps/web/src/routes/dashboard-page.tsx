import { NewAutomation } from '../features/automations/form/new-automation.tsx';
import { useLook } from '../features/connection/use-look.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useArrivalNotices } from './use-arrival-notices.ts';
import { useNewConfiguration } from './use-new-configuration.ts';

/** The dialog that the address names. */
function NewConfiguration() {
  const { open, hide } = useNewConfiguration();
  return open ? <NewAutomation onClose={hide} /> : null;
}

export function DashboardPage() {
  useArrivalNotices();
  useLook();
  return (
    <AppShell>
      <DashboardSection />
      {/* Beside them, so that it stays as it is when the connection goes or comes. */}
      <NewConfiguration />
    </AppShell>
  );
}
