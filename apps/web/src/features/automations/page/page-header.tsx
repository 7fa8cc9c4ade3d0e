import { type Automation, isolated } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Activity, Copy, Pause, Pencil, Play, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { automationQuery } from '../../../api/automations.queries.ts';
import { useOfflineSince } from '../../../api/reachable.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { isSyncing, StatusBadge } from '../automation-status.tsx';
import { useAutomationActions } from '../list/use-automation-actions.tsx';
import { MoreMenu } from '../more-menu.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { freshness } from './freshness.ts';
import { usePageLinks } from './use-page-links.ts';

/** Whether the dropdown is in sync, in one line. */
function FreshnessLine({ automation }: { automation: Automation }) {
  const isReadOnly = useReadOnly();
  const { dataUpdatedAt } = useQuery({ ...automationQuery(automation.id), enabled: false });
  const offlineAsOf = useOfflineSince(dataUpdatedAt);
  const now = useNow();
  if (isSyncing(automation) && !offlineAsOf) return 'A sync is under way.';
  return freshness(automation, { now, isReadOnly, offlineAsOf });
}

type PageHeaderProps = { automation: Automation; onDuplicate: () => void };

/** The name, status and actions of the automation. */
export function PageHeader({ automation, onDuplicate }: PageHeaderProps) {
  const isReadOnly = useReadOnly();
  usePageTitle(automation.name);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-1.5 text-xs text-ink-2">
          <Link to="/configurations" className="rounded-sm hover:underline">
            Configurations
          </Link>
          {automation.rule && (
            <>
              <span aria-hidden="true">/</span>
              <Link
                to="/rules/$id"
                params={{ id: automation.rule.id }}
                className="rounded-sm hover:underline"
              >
                <Name>{automation.rule.name}</Name>
              </Link>
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:pb-1.5">
          <h1 className="min-w-0 text-xl font-bold tracking-[-0.014em] [overflow-wrap:anywhere]">
            <Name>{automation.name}</Name>
          </h1>
          <StatusBadge automation={automation} isReadOnly={isReadOnly} />
        </div>
        <p className="tabular text-md text-pretty text-ink-2">
          <FreshnessLine automation={automation} />
        </p>
      </div>
      <Actions automation={automation} onDuplicate={onDuplicate} />
    </header>
  );
}

const actionClass = 'max-md:flex-1 max-[25rem]:px-2 max-[25rem]:[&_svg]:hidden';

function Actions({ automation, onDuplicate }: PageHeaderProps) {
  const isReadOnly = useReadOnly();
  const { edit, addDestinations, askToDelete } = usePageLinks();
  const navigate = useNavigate();
  const { sync, toggle } = useAutomationActions(automation);
  const { id, name, isActive, pausedBy, sourceSheetName, sourceSheetPermalink } = automation;
  const showActivity = () =>
    void navigate({ to: '/dashboard', search: { section: 'activity', configId: id } });
  const ToggleIcon = isActive ? Pause : Play;
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full">
      <MoreMenu name={name}>
        <MenuItem icon={Activity} onSelect={showActivity}>
          Show its activity
        </MenuItem>
        {!isReadOnly && (
          <>
            <MenuItem icon={Copy} onSelect={onDuplicate}>
              Duplicate
            </MenuItem>
            <MenuItem icon={Plus} onSelect={addDestinations}>
              Add another destination
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive onSelect={askToDelete}>
              Delete
            </MenuItem>
          </>
        )}
      </MoreMenu>
      {!isReadOnly && (
        <>
          <Button className={actionClass} onClick={() => edit('name')}>
            <Pencil aria-hidden="true" strokeWidth={1.75} />
            Edit
          </Button>
          {pausedBy === 'restore' && sourceSheetPermalink !== null && (
            <a
              href={sourceSheetPermalink}
              target="_blank"
              rel="noopener noreferrer"
              // On a phone the link below, beside the source, is enough.
              className={cx(buttonClass(), 'max-md:hidden')}
            >
              Open the source
              <span className="sr-only">: {isolated(sourceSheetName ?? 'the source')}, in a new tab</span>
            </a>
          )}
          <Button
            variant={isActive ? 'secondary' : 'primary'}
            className={actionClass}
            pending={toggle.isPending}
            pendingLabel={isActive ? 'Pausing' : 'Activating'}
            onClick={toggle.run}
          >
            <ToggleIcon aria-hidden="true" strokeWidth={1.75} />
            {isActive ? 'Pause' : 'Activate'}
          </Button>
          {isActive && (
            <Button
              // A sync alone does not end a failure: what does stands beneath, in its sentence.
              variant={automation.lastError === null ? 'primary' : 'secondary'}
              className={actionClass}
              pending={sync.isPending || isSyncing(automation)}
              pendingLabel="Syncing"
              onClick={() => sync.mutate()}
            >
              <RefreshCw aria-hidden="true" strokeWidth={1.75} />
              Sync Now
            </Button>
          )}
        </>
      )}
    </div>
  );
}
