import { type Automation, type Column, isolated, pluralize } from '@picksync/contracts';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Name } from '@picksync/ui/name.tsx';
import type { Matches, Side, WantedColumn } from './match-columns.ts';
import { type NewSheet, toColumnOption } from './new-sheet.ts';

type ColumnChoiceProps = {
  side: Side;
  sheet: NewSheet;
  wanted: WantedColumn;
  columns: readonly Column[];
  canTake: (column: Column, wanted: WantedColumn) => boolean;
  matches: Matches;
  /** Why automations cannot have their column, by their ids. */
  refusals: ReadonlyMap<string, string>;
  onChange: (columnId: string | null) => void;
};

/** The column of the new sheet for one automation or, of a source, for all that read the same column. */
export function ColumnChoice({
  side,
  sheet,
  wanted,
  columns,
  matches,
  refusals,
  ...rest
}: ColumnChoiceProps) {
  const { key, title, automations } = wanted;
  const [first] = automations;
  const { canTake, onChange } = rest;
  const label = `Column for ${isolated(title)}`;
  const others = [...matches].flatMap(([other, id]) => (other === key || id === null ? [] : id));
  const taken = new Set(side === 'target' ? others : []);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-sm md:grid-cols-2">
      <span className="min-w-0 truncate">
        <Name>{title}</Name>{' '}
        <span className="text-xs text-ink-3">
          {side === 'target' ? (
            <>
              <Name>{first.sourceSheetName ?? 'Unknown sheet'}</Name> · <Name>{first.sourceColumnName}</Name>
            </>
          ) : (
            pluralize(automations.length, 'automation')
          )}
        </span>
      </span>
      <Combobox
        aria-label={side === 'target' ? `${label}: ${isolated(first.name)}` : label}
        name={label}
        placeholder={side === 'target' ? 'Choose the column to fill' : 'Choose the column to read'}
        emptyText="No columns found"
        options={columns.map((column) =>
          toColumnOption(column, {
            side,
            kind: sheet.kind,
            canTake: canTake(column, wanted),
            isTaken: taken.has(column.id),
          }),
        )}
        value={matches.get(key) ?? null}
        onChange={onChange}
      />
      {listProblems(wanted, refusals).map(({ message, staying }) => (
        <p key={message} className="text-xs text-pretty text-bad md:col-start-2">
          {message}
          {automations.length > 1 && <span className="text-ink-2"> {staying}</span>}
        </p>
      ))}
    </li>
  );
}

/** Returns why automations cannot have the column: each reason once, with those that stay as they are. */
function listProblems({ automations }: WantedColumn, refusals: ReadonlyMap<string, string>) {
  const refused = automations.filter(({ id }) => refusals.has(id));
  const byMessage = Map.groupBy(refused, ({ id }) => refusals.get(id) ?? '');
  return [...byMessage].map(([message, own]) => ({ message, staying: describeStaying(own) }));
}

const mostNames = 3;

function describeStaying(automations: readonly Automation[]): string {
  const [first, ...rest] = automations.map(({ name }) => isolated(name));
  if (rest.length === 0) return `${first} stays as it is.`;
  const named = [first ?? '', ...rest].slice(0, mostNames);
  const others = automations.length - named.length;
  const all = others > 0 ? [...named, pluralize(others, 'other')] : named;
  return `${new Intl.ListFormat('en-US').format(all)} stay as they are.`;
}
