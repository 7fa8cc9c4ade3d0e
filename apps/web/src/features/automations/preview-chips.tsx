import { type Preview, type PreviewOption, pluralize } from '@picksync/contracts';
import { formatDay } from '../../ui/dates.ts';
import { DifferenceChips, type DifferenceKind } from '../../ui/difference-chips.tsx';

export function rowsNote(rows: number | null): string | undefined {
  return rows === null || rows === 0 ? undefined : pluralize(rows, 'row');
}

type PreviewChipsProps = {
  title: string;
  kind: DifferenceKind;
  /** How many there are, where `options` may be only the first of them. */
  count?: number;
  options: readonly PreviewOption[];
  few?: number;
};

/** Options of a preview as chips, each with how many rows use it. */
export function PreviewChips({ options, count = options.length, ...look }: PreviewChipsProps) {
  const noted = options.map(({ text, rows }) => ({ text, note: rowsNote(rows) }));
  return <DifferenceChips {...look} count={count} options={noted} />;
}

/** Options that leave later as chips, each with the day, and how many rows use it. */
export function LeavingChips({ title, leaving }: { title: string; leaving: Preview['leaving'] }) {
  const noted = leaving.options.map(({ text, rows, leavesAt }) => ({
    text,
    note: `on ${formatDay(leavesAt)}${rows ? `, in ${pluralize(rows, 'row')}` : ''}`,
  }));
  return <DifferenceChips title={title} kind="removed" count={leaving.count} options={noted} />;
}

/** Contacts that get another name. */
export function NewNameChips({ newNames }: Pick<Preview, 'newNames'>) {
  if (!newNames) return null;
  const renamed = newNames.contacts.map(({ from, to }) => ({
    text: to,
    was: from.replace(/ <[^<>]*>$/, ''),
  }));
  return (
    <DifferenceChips title="New name, same address" kind="renamed" count={newNames.count} options={renamed} />
  );
}
