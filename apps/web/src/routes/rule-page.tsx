import { useParams } from '@tanstack/react-router';
import { RuleView } from '../features/automations/rules/rule-view.tsx';
import { useConnectionCheck } from '../features/connection/use-connection-check.ts';
import { AppShell } from './shell/app-shell.tsx';

export function RulePage() {
  const { id = '' } = useParams({ strict: false });
  useConnectionCheck();
  return (
    <AppShell>
      <RuleView key={id} id={id} />
    </AppShell>
  );
}
