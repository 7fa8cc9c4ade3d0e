import type { Automation } from '@picksync/contracts';
import { useAutomationPreview } from '../use-automation-preview.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { Flow } from './flow.tsx';
import { HealthPanel } from './health-panel.tsx';
import { NextSyncPanel } from './next-sync-panel.tsx';
import { PageDialogs } from './page-dialogs.tsx';
import { PageHeader } from './page-header.tsx';
import { RunsPanel } from './runs-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { usePageDialog } from './use-page-dialog.ts';

type AutomationViewProps = {
  automation: Automation;
  onReconnect: () => void;
  onPlans: () => void;
  onDuplicate: () => void;
  onDeleted: () => Promise<void>;
};

/** One automation in full: its status, a preview of the next sync, its last runs, its health, its settings. */
export function AutomationView({
  automation,
  onReconnect,
  onPlans,
  onDuplicate,
  onDeleted,
}: AutomationViewProps) {
  const isReadOnly = useReadOnly();
  const dialog = usePageDialog(automation.id);
  const reading = useAutomationPreview(automation, { enabled: !isReadOnly });
  const { edit } = dialog;
  return (
    <>
      <PageHeader
        automation={automation}
        isReadOnly={isReadOnly}
        onEdit={() => edit('name')}
        onDuplicate={onDuplicate}
        onAdd={dialog.addDestinations}
        onDelete={dialog.askToDelete}
      />
      <AttentionPanel automation={automation} onEdit={edit} onReconnect={onReconnect} />
      <Flow
        automation={automation}
        rows={reading.preview?.rows.total ?? null}
        onAdd={isReadOnly ? undefined : dialog.addDestinations}
      />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <NextSyncPanel automation={automation} isReadOnly={isReadOnly} reading={reading} />
            <RunsPanel automation={automation} isReadOnly={isReadOnly} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <HealthPanel {...{ automation, onReconnect, onPlans }} onEdit={edit} />
            <SettingsPanel automation={automation} isReadOnly={isReadOnly} onEdit={() => edit('name')} />
          </div>
        </div>
      </div>
      <PageDialogs automation={automation} dialog={dialog} onDeleted={onDeleted} />
    </>
  );
}
