import { formatNumber } from '@picksync/contracts';
import { Link } from '@tanstack/react-router';
import { useReadOnly } from '../use-read-only.ts';
import type { ListProps } from './automations-panel.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { ListBar } from './list-bar.tsx';
import { listEntries, longListFrom } from './list-entries.ts';
import { listEmptyRules, pickTop } from './list-groups.ts';
import { unfiltered, useListView } from './list-view.ts';
import { listCovered, useCauses } from './use-causes.ts';

/** The automations on the dashboard: all of a short list, the top of a long one. Those of a rule stand under its head. */
export function TopList({ automations, rules, updatedAt }: ListProps) {
  const isStopped = useReadOnly();
  const { layout, isOpen, isWhole } = useListView();
  const covered = listCovered(useCauses(automations));
  const emptyRules = listEmptyRules(rules, automations).length;
  const { listed, isCut } = pickTop(automations, { covered, emptyRules });
  const view = { ...unfiltered, layout: isCut ? ('one-by-one' as const) : layout, isOpen, isWhole };
  const { entries, wanted, isGrouped } = listEntries({
    automations: listed,
    // Rules without sheets are not among the top of a long list.
    rules: isCut ? rules.filter(({ id }) => listed.some(({ rule }) => rule?.id === id)) : rules,
    keepsRules: true,
    ofCause: null,
    covered,
    isStopped,
    ...view,
  });
  return (
    <>
      {/* What the cards above the list tell is told once: they may be about everything. */}
      {entries.length > 0 && (
        <AutomationsTable
          entries={entries}
          wanted={wanted}
          isGrouped={isGrouped}
          isCompact={automations.length >= longListFrom}
          covered={covered}
        />
      )}
      {isCut && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-ink-2 md:px-5">
          <p>
            {entries.length > 0
              ? 'What needs you, then what was updated last.'
              : 'What is said above is about all of them.'}
          </p>
          <Link
            to="/configurations"
            className="rounded-sm font-semi whitespace-nowrap text-accent hover:underline"
          >
            View all {formatNumber(automations.length)} configurations
          </Link>
        </div>
      )}
      <ListBar automations={automations} updatedAt={updatedAt} wanted={wanted} />
    </>
  );
}
