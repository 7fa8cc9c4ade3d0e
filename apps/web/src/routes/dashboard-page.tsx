import { useLook } from '../features/connection/use-look.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { useArrivalNotices } from './use-arrival-notices.ts';

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
