import type { Automation } from '@picksync/contracts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyIntoDraft } from '../features/automations/form/lazy-copy-into-draft.ts';
import { AutomationView } from '../features/automations/page/automation-view.tsx';
import { FoundAutomation } from '../features/automations/page/found-automation.tsx';
import { useConnectionCheck } from '../features/connection/use-connection-check.ts';
import { AppShell } from './shell/app-shell.tsx';
import { useNewConfiguration } from './use-new-configuration.ts';

export function AutomationPage() {
  const { id = '' } = useParams({ strict: false });
  const { show } = useNewConfiguration();
  useConnectionCheck();
  const [copied, setCopied] = useState<Automation | null>(null);
  return (
    <AppShell>
      <FoundAutomation
        key={id}
        id={id}
        show={(automation) => (
          <AutomationView automation={automation} onDuplicate={() => setCopied(automation)} />
        )}
      />
      {copied && <CopyIntoDraft automation={copied} without="column" onCopied={show} />}
    </AppShell>
  );
}
