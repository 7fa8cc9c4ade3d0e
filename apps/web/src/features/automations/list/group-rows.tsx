import { type Automation, isolated, pluralize } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { RowGroup } from '@picksync/ui/table.tsx';
import { ArrowLeft, ChevronRight, Ellipsis, History, Plus, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { askFor } from '../bulk/bulk-work.ts';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { SheetLink } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { ChoiceBox } from './choice-box.tsx';
import { chooseMany, useChosen } from './chosen.ts';
import type { EntryOf, ListEntry } from './list-entries.ts';
import { groupSummary, type Mark, toMark } from './list-states.ts';
import { setGroupOpen, showWholeGroup } from './list-view.ts';
import { useAutomationLinks } from './use-automation-links.ts';
import type { Measured } from './virtual-rows.tsx';

/**
 * By shape as well as colour: a square is in sync, a circle waits for a review, a hollow one for Smartsheet, a diamond
 * failed, a hollow square is paused, a grey one is not known.
 */
const looks: Record<Mark, string> = {
  'in-sync': 'rounded-[2px] bg-good opacity-75 forced-colors:bg-[CanvasText]',
  review: 'rounded-full bg-warn forced-colors:bg-[Highlight]',
  waiting: 'rounded-full border-2 border-warn',
  error: 'scale-85 rotate-45 bg-bad forced-colors:bg-[CanvasText]',
  paused: 'rounded-[2px] border-2 border-edge',
  unknown: 'rounded-[2px] bg-edge forced-colors:bg-[GrayText]',
};

/** A mark for each dropdown. It is decoration: their states are written beside it. */
function StateMarks({ automations }: { automations: readonly Automation[] }) {
  const isStopped = useReadOnly();
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {automations.map((automation) => (
        <span key={automation.id} className={cx('size-[9px]', looks[toMark(automation, isStopped)])} />
      ))}
    </span>
  );
}

export type EntryProps<Kind extends ListEntry['kind']> = {
  entry: EntryOf<Kind>;
  columns: number;
  measured: Measured;
  rowIndex: number | undefined;
};

type GroupChoiceProps = { label: string; automations: readonly Automation[] };

/** A tick for several automations: for those that are shown, whatever else there is. */
export function GroupChoice({ label, automations }: GroupChoiceProps) {
  const count = useChosen(({ ids }) => automations.filter(({ id }) => ids.has(id)).length);
  return (
    <ChoiceBox
      label={label}
      isChosen={count > 0 && count === automations.length}
      isMixed={count > 0 && count < automations.length}
      onChoose={(isChosen) =>
        chooseMany(
          automations.map(({ id }) => id),
          isChosen,
        )
      }
    />
  );
}

type HeadProps = Omit<EntryProps<'group'>, 'entry'> & {
  entry: Pick<EntryOf<'group'>, 'key' | 'isOpen' | 'shown'>;
  automations: readonly Automation[];
  /** What its tick is called after. */
  name: string;
  title: ReactNode;
  summary: ReactNode;
  /** What stands at the end of its line of words. */
  links: ReactNode;
  actions: ReactNode;
};

/** The head of a group: what it is and how that stands, what can be done for all of it, and what opens and closes it. */
export function Head({ entry, columns, measured, rowIndex, automations, name, ...parts }: HeadProps) {
  const { key, isOpen, shown } = entry;
  const canOpen = automations.length > 0;
  return (
    <RowGroup {...measured} className="@max-wide:py-0!">
      <tr aria-rowindex={rowIndex} className="bg-sunken @max-wide:block">
        <th colSpan={columns} scope="colgroup" className="p-0 text-start font-normal @max-wide:block">
          <div className="relative flex min-h-12 items-center gap-x-2.5 gap-y-0.5 px-5 py-1.5 hover:bg-line/40 @max-wide:px-4">
            <span className="relative z-1 -me-1 empty:w-6">
              {canOpen && <GroupChoice label={`Choose all of ${name}`} automations={shown} />}
            </span>
            <ChevronRight
              aria-hidden="true"
              className={cx(
                'size-4 shrink-0 text-ink-3 transition-transform',
                isOpen && 'rotate-90',
                !canOpen && 'invisible',
              )}
            />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
              {canOpen ? (
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setGroupOpen(key, !isOpen)}
                  // As large as the line, except for the buttons in it.
                  className="min-w-0 rounded-sm text-start text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
                >
                  {parts.title}
                </button>
              ) : (
                <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{parts.title}</span>
              )}
              <span className="tabular text-xs text-ink-2">
                {shown.length < automations.length ? (
                  <b className="font-semi text-ink">
                    {shown.length} of {automations.length} shown
                  </b>
                ) : (
                  parts.summary
                )}
              </span>
              {parts.links}
            </div>
            {!isOpen && (
              <span className="hidden w-40 @wide:block">
                <StateMarks automations={automations.slice(0, mostMarks)} />
              </span>
            )}
            {parts.actions}
          </div>
        </th>
      </tr>
    </RowGroup>
  );
}

/** The head of a source: what it feeds and how that is. */
export function GroupHead({ entry, now, ...place }: EntryProps<'group'> & { now: Date }) {
  const { isOpen, group } = entry;
  const { sheetName, columnName, automations } = group;
  const isStopped = useReadOnly();
  const [first] = automations;
  return (
    <Head
      {...place}
      entry={entry}
      automations={automations}
      name={`${isolated(sheetName)} · ${isolated(columnName)}`}
      title={
        <>
          <span className="font-semi">
            <Name>{sheetName}</Name> · <Name>{columnName}</Name>
          </span>{' '}
          <span className="inline-block text-xs text-ink-2">
            feeds {pluralize(automations.length, 'column')}
          </span>
        </>
      }
      summary={groupSummary(automations, { isStopped, now })}
      links={
        first && (
          <>
            {isOpen && (
              <span className="relative max-md:hidden">
                <SheetLink permalink={first.sourceSheetPermalink} sheet={sheetName} label="Open the source" />
              </span>
            )}
            <MoreAlike automation={first} />
          </>
        )
      }
      actions={<GroupActions entry={entry} />}
    />
  );
}

/** More marks are a picture of nothing. */
const mostMarks = 42;

/** What can be done for a source as a whole: for those of its automations that are shown. */
function GroupActions({ entry: { group, shown, isOpen } }: { entry: EntryOf<'group'> }) {
  const { automations, sheetName, columnName } = group;
  const { addDestinations, showRun } = useAutomationLinks();
  const isReadOnly = useReadOnly();
  const active = shown.filter((one) => one.isActive).map(({ id }) => id);
  const syncAll = () => askFor('sync', active);
  // What is paused is not synced.
  const syncLabel = active.length > 0 ? `Sync ${active.length}` : 'Sync';
  const [first] = automations;
  if (!first) return null;
  const name = `${isolated(sheetName)} · ${isolated(columnName)}`;
  const isWide = isOpen && !isReadOnly;
  return (
    <div className="relative flex shrink-0 items-center gap-1.5">
      {isWide && (
        <>
          <Button
            size="sm"
            className="max-md:hidden"
            disabled={active.length === 0}
            onClick={syncAll}
            aria-label={`${syncLabel}: ${name}`}
          >
            <RefreshCw aria-hidden="true" />
            {syncLabel}
          </Button>
          <Button
            size="sm"
            className="max-md:hidden"
            onClick={() => addDestinations(first)}
            aria-label={`Add destination: ${name}`}
          >
            <Plus aria-hidden="true" />
            Add destination
          </Button>
        </>
      )}
      <DropdownMenu
        trigger={
          <IconButton label={`More actions for ${name}`} title="More">
            <Ellipsis strokeWidth={1.75} />
          </IconButton>
        }
      >
        {!isReadOnly && (
          <>
            <MenuItem icon={RefreshCw} disabled={active.length === 0} onSelect={syncAll}>
              {syncLabel}
            </MenuItem>
            <MenuItem icon={Plus} onSelect={() => addDestinations(first)}>
              Add another destination
            </MenuItem>
            <MenuItem
              icon={ArrowLeft}
              onSelect={() =>
                askFor(
                  'move-source',
                  shown.map(({ id }) => id),
                )
              }
            >
              Choose another source
            </MenuItem>
          </>
        )}
        {automations.some(({ lastRun }) => lastRun) && (
          <MenuItem icon={History} onSelect={() => showRun(first)}>
            Last run
          </MenuItem>
        )}
      </DropdownMenu>
    </div>
  );
}

/** Shows the rest of a long group. */
export function GroupMore({ entry, columns, measured, rowIndex }: EntryProps<'group-more'>) {
  const { groupKey, total } = entry;
  return (
    <RowGroup {...measured} className="@max-wide:py-0!">
      <tr aria-rowindex={rowIndex} className="@max-wide:block">
        <td colSpan={columns} className="px-5 py-2 ps-[42px] @max-wide:block @max-wide:px-4 @max-wide:ps-11">
          <button
            type="button"
            onClick={() => showWholeGroup(groupKey)}
            className="rounded-sm text-sm font-medium text-accent hover:underline"
          >
            Show all {total}
          </button>
        </td>
      </tr>
    </RowGroup>
  );
}
