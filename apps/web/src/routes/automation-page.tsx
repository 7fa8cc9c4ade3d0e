import type { Automation } from '@picksync/contracts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAuthStatus } from '../api/session.queries.ts';
import { AutomationView } from '../features/automations/page/automation-view.tsx';
import { FoundAutomation } from '../features/automations/page/found-automation.tsx';
import { focusConnect } from '../features/connection/use-connect-focus.ts';
import { AppShell } from './shell/app-shell.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

export function AutomationPage() {
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { user } = useAuthStatus();
  const { show } = useNewConfiguration();
  const duplicate = async (automation: Automation) => {
    const { duplicateAutomation } = await import('../features/automations/form/duplicate-automation.ts');
    duplicateAutomation(automation, user?.id ?? '');
    show();
  };
  return (
    <AppShell>
      <FoundAutomation
        key={id}
        id={id}
        show={(automation) => (
          <AutomationView
            automation={automation}
            onReconnect={() => {
              focusConnect();
              void navigate({ to: '/dashboard' });
            }}
            onPlans={() => void navigate({ to: '/subscription' })}
            onDuplicate={() => void duplicate(automation)}
            onDeleted={() => navigate({ to: '/dashboard', replace: true })}
          />
        )}
      />
    </AppShell>
  );
}
