import type { Automation } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { Pause, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import { statsQuery } from '../../../api/stats.queries.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatAgo, formatTime } from '../../../ui/dates.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { isSyncing, updateMethodOf } from '../automation-status.ts';
import { deletedAutomation } from '../deleted-automation.ts';
import { type Edit, NotesAndStep, notesOf } from '../list/automation-notes.tsx';
import { useAutomationActions } from '../list/use-automation-actions.ts';
import { StatusBadge } from '../status-badge.tsx';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';
import { AutomationRuns } from './automation-runs.tsx';
import { FromTo } from './from-to.tsx';

type AutomationDetailsProps = {
  /** As it is now, or was before it was deleted. */
  automation: Automation;
  isDeleted: boolean;
  onEdit: Edit;
  onReview: () => void;
  onDelete: () => void;
  onClose: () => void;
};

/** Everything about one automation, beside the list: what can be done, what is wrong, both ends, and its last runs. */
export function AutomationDetails(props: AutomationDetailsProps) {
  const { automation, isDeleted, onEdit, onReview, onDelete, onClose } = props;
  return (
    <SidePanel
      title={automation.name}
      badge={!isDeleted && <StatusBadge automation={automation} />}
      onClose={onClose}
    >
      {isDeleted ? (
        <Alert tone="bad" title={deletedAutomation.title}>
          {deletedAutomation.text}
        </Alert>
      ) : (
        <>
          <Actions automation={automation} onEdit={() => onEdit(automation, 'name')} onDelete={onDelete} />
          <Trouble automation={automation} onEdit={onEdit} onReview={onReview} />
        </>
      )}
      <FromTo automation={automation} />
      <Facts automation={automation} />
      <AutomationRuns automation={automation} />
    </SidePanel>
  );
}

type ActionsProps = { automation: Automation; onEdit: () => void; onDelete: () => void };

function Actions({ automation, onEdit, onDelete }: ActionsProps) {
  const { sync, toggle } = useAutomationActions(automation);
  const { isActive } = automation;
  if (useReadOnly()) return <p className="text-sm text-ink-3">{readOnlyReason}</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {isActive && (
        <Button
          variant="primary"
          pending={sync.isPending || isSyncing(automation)}
          pendingLabel="Syncing"
          onClick={() => sync.mutate()}
        >
          <RefreshCw aria-hidden="true" strokeWidth={1.75} />
          Sync Now
        </Button>
      )}
      <Button
        variant={isActive ? 'secondary' : 'primary'}
        pending={toggle.isPending}
        pendingLabel={isActive ? 'Pausing' : 'Activating'}
        onClick={() => toggle.mutate()}
      >
        {isActive ? (
          <Pause aria-hidden="true" strokeWidth={1.75} />
        ) : (
          <Play aria-hidden="true" strokeWidth={1.75} />
        )}
        {isActive ? 'Pause' : 'Activate'}
      </Button>
      <Button onClick={onEdit}>
        <Pencil aria-hidden="true" strokeWidth={1.75} />
        Edit
      </Button>
      <Button onClick={onDelete}>
        <Trash2 aria-hidden="true" strokeWidth={1.75} />
        Delete
      </Button>
    </div>
  );
}

type TroubleProps = Pick<AutomationDetailsProps, 'automation' | 'onEdit' | 'onReview'>;

/** What is wrong, the next step, and when it is looked at again; nothing while all is well. */
function Trouble({ automation, onEdit, onReview }: TroubleProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const { data: stats } = useQuery(statsQuery);
  if (notesOf(automation).length === 0) return null;
  const next = isReadOnly ? null : nextLook(automation, stats?.nextSweepAt ?? null, now);
  return (
    <section aria-label="What needs attention" className="@container grid gap-2 rounded-md bg-sunken p-3.5">
      <NotesAndStep automation={automation} onEdit={onEdit} onReview={onReview} />
      {next && <p className="pl-6 text-xs text-pretty text-ink-2">{next}</p>}
    </section>
  );
}

/** When an automation that failed is looked at again; null where it is not, or where the note says it. */
export function nextLook(
  { lastError, isActive, waiting, review }: Automation,
  nextSweepAt: string | null,
  now: Date,
): string | null {
  if (lastError === null || !isActive || waiting || review) return null;
  const isKnown = nextSweepAt !== null && new Date(nextSweepAt) > now;
  const when = isKnown ? `at ${formatTime(nextSweepAt)}` : 'within 15 minutes';
  return `Its sheets are next checked for changes ${when}. Sync Now tries again at once.`;
}

function Facts({ automation }: { automation: Automation }) {
  const now = useNow();
  const { word, explanation } = updateMethodOf(automation, useReadOnly());
  const facts = [
    ['Last Update', formatAgo(automation.lastUpdated, now)],
    ['Changes', `${word}. ${explanation}`],
  ];
  return (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[96px_minmax(0,1fr)] gap-3">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
