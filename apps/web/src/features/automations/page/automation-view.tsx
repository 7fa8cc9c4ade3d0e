import type { Automation } from '@picksync/contracts';
import { useSearch } from '@tanstack/react-router';
import { useCloseDialog } from '../../../ui/use-close-dialog.ts';
import { AddDestinationsDialog, DeleteAutomationDialog, EditAutomationDialog } from '../lazy-dialogs.ts';
import { useAutomationPreview } from '../use-automation-preview.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { Flow } from './flow.tsx';
import { HealthPanel } from './health-panel.tsx';
import { NextSyncPanel } from './next-sync-panel.tsx';
import { PageHeader } from './page-header.tsx';
import { RunsPanel } from './runs-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

type PageDialogsProps = { automation: Automation; onDeleted: () => Promise<void> };

/** The dialog above the page that the address names. */
function PageDialogs({ automation, onDeleted }: PageDialogsProps) {
  const { dialog, field } = useSearch({ strict: false });
  const common = { automation, isDeleted: false, onClose: useCloseDialog('.') };
  if (dialog === 'edit') return <EditAutomationDialog {...common} field={field} />;
  if (dialog === 'delete') return <DeleteAutomationDialog {...common} onDeleted={onDeleted} />;
  if (dialog === 'destinations') return <AddDestinationsDialog {...common} />;
  return null;
}

type AutomationViewProps = PageDialogsProps & { onReconnect: () => void; onDuplicate: () => void };

/** One automation in full: its status, a preview of the next sync, its last runs, its health, its settings. */
export function AutomationView({ automation, onReconnect, onDuplicate, onDeleted }: AutomationViewProps) {
  const reading = useAutomationPreview(automation, { enabled: !useReadOnly() });
  return (
    <>
      <PageHeader automation={automation} onDuplicate={onDuplicate} />
      <AttentionPanel automation={automation} onReconnect={onReconnect} />
      <Flow automation={automation} rows={reading.preview?.rows.total ?? null} />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <NextSyncPanel automation={automation} reading={reading} />
            <RunsPanel automation={automation} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <HealthPanel automation={automation} onReconnect={onReconnect} />
            <SettingsPanel automation={automation} />
          </div>
        </div>
      </div>
      <PageDialogs automation={automation} onDeleted={onDeleted} />
    </>
  );
}
