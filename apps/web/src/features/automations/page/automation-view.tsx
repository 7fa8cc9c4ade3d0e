import type { Automation, SettingName } from '@picksync/contracts';
import { Name } from '@picksync/ui/name.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { changesQuery } from '../../../api/automations.queries.ts';
import { openedHere, useCloseDialog } from '../../../ui/use-close-dialog.ts';
import { AddDestinationsDialog, DeleteAutomationDialog, EditAutomationDialog } from '../lazy-dialogs.ts';
import { ActivateDialog } from '../restore/lazy-activate-dialog.ts';
import { useAutomationPreview } from '../use-automation-preview.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AnswerBand } from './answer-band.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { Flow } from './flow.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { NextSyncPanel } from './next-sync-panel.tsx';
import { PageHeader } from './page-header.tsx';
import { PagePanel, PanelButton } from './page-panel.tsx';
import { RunsPanel } from './runs-panel.tsx';
import { settingSentences } from './setting-texts.ts';
import { lastEdit, usePageLinks } from './use-page-links.ts';

/** The dialog above the page that the address names. */
function PageDialogs({ automation }: { automation: Automation }) {
  const navigate = useNavigate();
  const router = useRouter();
  const { dialog, field, undo } = useSearch({ strict: false });
  const common = { automation, isDeleted: false, onClose: useCloseDialog('.') };
  if (dialog === 'edit' && undo === lastEdit)
    return <EditAutomationDialog {...common} key={undo} field={field} undone={undo} />;
  if (dialog === 'edit' && undo !== undefined)
    return <UndoDialog {...common} key={undo} field={field} id={undo} />;
  if (dialog === 'edit') return <EditAutomationDialog {...common} field={field} />;
  if (dialog === 'delete') {
    // Unless the page has been left since.
    const leave = async () => {
      if (router.state.location.pathname.includes(automation.id))
        await navigate({ to: '/dashboard', replace: true });
    };
    return <DeleteAutomationDialog {...common} onDeleted={leave} />;
  }
  // One that is active by now needs no question any more.
  if (dialog === 'activate' && !automation.isActive)
    return <ActivateDialog automation={automation} onClose={common.onClose} />;
  if (dialog === 'destinations') return <AddDestinationsDialog {...common} />;
  return null;
}

type UndoDialogProps = Omit<Parameters<typeof EditAutomationDialog>[0], 'undone'> & { id: string };

/** The form with what stood there before a change; as it is for a change that is not there, or not the newest any more. */
function UndoDialog({ id, ...form }: UndoDialogProps) {
  const { data, isPending } = useInfiniteQuery(changesQuery(form.automation.id));
  if (isPending) return null;
  const change = data?.pages.flatMap(({ reply }) => reply).find((one) => one.id === id);
  return <EditAutomationDialog {...form} undone={change?.undo === 'possible' ? change : undefined} />;
}

type AutomationViewProps = { automation: Automation; onDuplicate: () => void };

/** One automation in full: its status, a preview of the next sync, its last runs, its health, its settings. */
export function AutomationView({ automation, onDuplicate }: AutomationViewProps) {
  const isReadOnly = useReadOnly();
  // What a sync would do is what it does: fail. The band above says so, and a preview would only say it again.
  const isFailing = automation.isActive && automation.lastError !== null && automation.review === null;
  const isForeseen = !isReadOnly && !isFailing;
  const reading = useAutomationPreview(automation, { enabled: isForeseen });
  return (
    <>
      <PageHeader automation={automation} onDuplicate={onDuplicate} />
      <AttentionPanel automation={automation} />
      <AnswerBand automation={automation} />
      <Flow automation={automation} rows={reading.preview?.rows.total ?? null} />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            {isForeseen && <NextSyncPanel automation={automation} reading={reading} />}
            <RunsPanel automation={automation} />
            <HistoryPanel automation={automation} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <HealthPanel automation={automation} />
            <SettingsPanel automation={automation} />
          </div>
        </div>
      </div>
      <PageDialogs automation={automation} />
    </>
  );
}

/** The settings in words; each links to its field in the form, or all of them to the rule that has them. */
function SettingsPanel({ automation }: { automation: Automation }) {
  const { id, rule } = automation;
  const isReadOnly = useReadOnly();
  const { edit } = usePageLinks();
  return (
    <PagePanel
      title="Settings"
      actions={!isReadOnly && !rule && <PanelButton onClick={() => edit('name')}>Edit</PanelButton>}
    >
      <div className="grid gap-2.5 px-4 pb-4 text-sm md:px-5">
        {rule && (
          <p className="text-pretty [overflow-wrap:anywhere]">
            They are those of its rule,{' '}
            <Link to="/rules/$id" params={{ id: rule.id }} className={linkClass}>
              <Name>{rule.name}</Name>
            </Link>
            .
          </p>
        )}
        {settingSentences(automation).map((parts) => (
          <p key={parts.map(toText).join('')} className="text-pretty [overflow-wrap:anywhere]">
            {parts.map((part) =>
              typeof part === 'string' || isReadOnly || rule ? (
                toText(part)
              ) : (
                <SettingLink key={part.setting} id={id} part={part} />
              ),
            )}
          </p>
        ))}
      </div>
    </PagePanel>
  );
}

const linkClass =
  'rounded-sm underline decoration-ink-3 decoration-dotted underline-offset-4 hover:decoration-solid';

function toText(part: string | { text: string }): string {
  return typeof part === 'string' ? part : part.text;
}

type SettingLinkProps = { id: string; part: { text: string; setting: SettingName } };

/** A link, because it breaks with the sentence it stands in. */
function SettingLink({ id, part: { text, setting } }: SettingLinkProps) {
  return (
    <Link
      to="/automations/$id"
      params={{ id }}
      search={{ dialog: 'edit', field: setting }}
      state={openedHere}
      resetScroll={false}
      className={linkClass}
    >
      {text}
    </Link>
  );
}
