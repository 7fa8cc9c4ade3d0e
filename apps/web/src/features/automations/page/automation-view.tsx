import type { Automation } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../../ui/use-close-dialog.ts';
import type { AutomationField } from '../form/automation-values.ts';
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

/** The window above the page of an automation. It stands in the address, so that Back closes it. */
function usePageDialog(id: string) {
  const navigate = useNavigate();
  const { dialog, field } = useSearch({ strict: false });
  const open = (named: 'edit' | 'delete' | 'destinations', at?: AutomationField) =>
    void navigate({
      to: '/automations/$id',
      params: { id },
      search: { dialog: named, ...(at && { field: at }) },
      state: openedHere,
      resetScroll: false,
    });
  return {
    dialog,
    field,
    edit: (at: AutomationField) => open('edit', at),
    addDestinations: () => open('destinations'),
    askToDelete: () => open('delete'),
    close: useCloseDialog('.'),
  };
}

type PageDialogsProps = {
  automation: Automation;
  dialog: ReturnType<typeof usePageDialog>;
  onDeleted: () => Promise<void>;
};

/** The dialog above the page that the address names. */
function PageDialogs({ automation, dialog: { dialog, field, close }, onDeleted }: PageDialogsProps) {
  const common = { automation, isDeleted: false, onClose: close };
  if (dialog === 'edit') return <EditAutomationDialog {...common} field={field} />;
  if (dialog === 'delete') return <DeleteAutomationDialog {...common} onDeleted={onDeleted} />;
  if (dialog === 'destinations') return <AddDestinationsDialog automation={automation} onClose={close} />;
  return null;
}

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
