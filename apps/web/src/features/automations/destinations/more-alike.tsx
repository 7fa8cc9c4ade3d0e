import { type Automation, pluralize } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { alikeCountQuery } from '../../../api/automations.queries.ts';

type MoreAlikeProps = {
  automation: Automation;
  /** Absent when there is a button for it beside. */
  onAdd?: () => void;
};

/** How many more columns look like the list, once a search in this tab has found some. It makes no call. */
export function MoreAlike({ automation, onAdd }: MoreAlikeProps) {
  const { data: count = 0 } = useQuery(alikeCountQuery(automation));
  if (count === 0) return null;
  const columns = pluralize(count, 'more dropdown column looks', 'more dropdown columns look');
  if (!onAdd) return <span className="tabular px-1 text-xs text-ink-2">{columns} like this list</span>;
  return (
    <p className="tabular -mt-1 text-sm text-pretty text-ink-2 md:-mt-3">
      {columns} like this list.{' '}
      <button
        type="button"
        onClick={onAdd}
        className="rounded-sm text-accent underline decoration-line underline-offset-2 hover:decoration-current"
      >
        Add another destination
      </button>
    </p>
  );
}
