import { isolated, type Rule } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderSync } from 'lucide-react';
import { rulesQuery } from '../../../api/rules.queries.ts';
import { ruleCounts, ruleStatus } from './rule-sentences.ts';

/** Each rule as one line, at the top of the list of automations; draws nothing where there are none. */
export function RuleLines() {
  const { data } = useQuery(rulesQuery);
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Rules" className="border-b border-line">
      <ul>
        {data.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const { id, sourceSheetName, sourceColumnName, columnTitle, place, isLooking } = rule;
  const { tone, word } = ruleStatus(rule);
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to="/rules/$id"
        params={{ id }}
        className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-3 text-sm hover:bg-sunken md:px-5"
      >
        <FolderSync aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-3" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <b className="font-semi">{`${isolated(sourceSheetName)} · ${isolated(sourceColumnName)}`}</b>
          {` feeds every ${isolated(columnTitle)} in ${isolated(place.name)}`}
        </span>
        <Badge tone={isLooking ? 'accent' : tone} spinning={isLooking}>
          {isLooking ? 'Looking' : word}
        </Badge>
        <span className="tabular col-start-2 text-xs text-ink-2">{ruleCounts(rule)}</span>
      </Link>
    </li>
  );
}
