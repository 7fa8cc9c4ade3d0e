import { isolated, pluralize } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { RowGroup } from '@picksync/ui/table.tsx';
import { Link } from '@tanstack/react-router';
import { FolderSync } from 'lucide-react';
import { listRuleStates, ruleCounts } from '../rules/rule-counts.ts';
import { useReadOnly } from '../use-read-only.ts';
import { type EntryProps, Head } from './group-rows.tsx';
import type { RuleGroup } from './list-groups.ts';
import { groupSummary } from './list-states.ts';
import { showWholeGroup } from './list-view.ts';

/** The head of a rule: what feeds what in which place, and how its sheets are. */
export function RuleHead({ entry, now, ...place }: EntryProps<'rule'> & { now: Date }) {
  const { group } = entry;
  const { id, rule, automations } = group;
  return (
    <Head
      {...place}
      entry={entry}
      automations={automations}
      name={isolated(group.name)}
      title={<Title group={group} />}
      summary={<Summary group={group} now={now} />}
      links={rule && <State rule={rule} />}
      actions={
        <Link
          to="/rules/$id"
          params={{ id }}
          aria-label={`Open the rule: ${isolated(group.name)}`}
          // On a phone, where it would press the name together, the link at the end of an open rule is enough.
          className={cx(buttonClass({ size: 'sm' }), 'relative', automations.length > 0 && 'max-md:hidden')}
        >
          Open the rule
        </Link>
      }
    />
  );
}

function Title({ group: { name, rule, automations } }: { group: RuleGroup }) {
  const icon = (
    <FolderSync aria-hidden="true" strokeWidth={1.75} className="me-1.5 inline size-4 text-ink-3" />
  );
  if (!rule)
    return (
      <>
        {icon}
        <span className="font-semi">
          <Name>{name}</Name>
        </span>{' '}
        <span className="inline-block text-xs text-ink-2">
          feeds {pluralize(automations.length, 'column')}
        </span>
      </>
    );
  return (
    <>
      {icon}
      <span className="font-semi">
        <Name>{rule.name}</Name>
      </span>{' '}
      <span className="block text-xs text-ink-2">
        {`${isolated(rule.sourceSheetName)} · ${isolated(rule.sourceColumnName)} feeds every ${isolated(rule.columnTitle)} in ${isolated(rule.place.name)}`}
      </span>
    </>
  );
}

function Summary({ group: { rule, automations }, now }: { group: RuleGroup; now: Date }) {
  const isStopped = useReadOnly();
  if (rule && automations.length === 0 && rule.counts.follows === 0)
    return rule.lookedAt === null ? 'Looked into for the first time' : 'No sheet matches yet';
  if (rule && !isStopped) return ruleCounts(rule);
  return groupSummary(automations, { isStopped, now });
}

/** What is to be said of the rule itself; draws nothing where it is well. */
function State({ rule }: { rule: NonNullable<RuleGroup['rule']> }) {
  if (rule.isLooking)
    return (
      <Badge tone="accent" spinning>
        Looking
      </Badge>
    );
  if (rule.isActive && rule.unreadableSince === null) return null;
  return listRuleStates(rule).map(({ tone, word }) => (
    <Badge key={word} tone={tone}>
      {word}
    </Badge>
  ));
}

/** The end of an open rule: the way to its page, with all of its sheets. */
export function RuleMore({ entry, columns, measured, rowIndex }: EntryProps<'rule-more'>) {
  const { group, listed, total } = entry;
  const { id, key, name, automations } = group;
  const linkClass = 'rounded-sm text-sm font-medium text-accent hover:underline';
  return (
    <RowGroup {...measured} className="@max-wide:py-0!">
      <tr aria-rowindex={rowIndex} className="@max-wide:block">
        <td colSpan={columns} className="px-5 py-2 ps-[42px] @max-wide:block @max-wide:px-4 @max-wide:ps-11">
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            <Link
              to="/rules/$id"
              params={{ id }}
              aria-label={`Open the rule and its ${pluralize(automations.length, 'sheet')}: ${isolated(name)}`}
              className={linkClass}
            >
              Open the rule and its {pluralize(automations.length, 'sheet')}
            </Link>
            {listed < total && (
              <button type="button" onClick={() => showWholeGroup(key)} className={linkClass}>
                List all {total} here
              </button>
            )}
          </div>
        </td>
      </tr>
    </RowGroup>
  );
}
