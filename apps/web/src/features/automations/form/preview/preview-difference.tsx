import type { Preview, PreviewList, PreviewOption } from '@picksync/contracts';
import { counted } from '../../../../ui/counted.ts';
import { formatDay } from '../../../../ui/dates.ts';
import { DifferenceChips, type DifferenceOption } from '../../../../ui/difference-chips.tsx';
import { rowsNote } from './preview-words.ts';

type PreviewDifferenceProps = {
  preview: Preview;
  pins: { first: readonly string[]; last: readonly string[] };
};

/** The options that would be added, removed and kept, as chips; removals come first. */
export function PreviewDifference({ preview, pins }: PreviewDifferenceProps) {
  const { removed, leaving, keptInUse, added, filteredOut, drift, sourceRows } = preview;
  const pinned = ({ text, rows }: PreviewOption): DifferenceOption => ({
    text,
    note: pins.first.includes(text) ? 'first' : pins.last.includes(text) ? 'last' : rowsNote(rows),
  });
  return (
    <>
      <Side title="Removed" kind="removed" list={removed} few={12} />
      <DifferenceChips
        title="Leaving later"
        kind="removed"
        count={leaving.count}
        options={leaving.options.map(({ text, leavesAt }) => ({ text, note: `on ${formatDay(leavesAt)}` }))}
      />
      <Side title="Kept because rows use it" kind="kept" list={keptInUse} />
      <DifferenceChips title="Added" kind="added" count={added.count} options={added.options.map(pinned)} />
      <DifferenceChips
        title="Kept"
        kind="kept"
        count={Math.max(preview.kept.count - keptInUse.count - leaving.count, 0)}
        options={listOthers(preview).map(pinned)}
      />
      <Side title="Left out by your filters" kind="kept" list={filteredOut} />
      {drift && (
        <>
          <Side title="Added by hand since the last sync" kind="kept" list={drift.added} />
          <Side title="Deleted by hand since the last sync" kind="kept" list={drift.removed} />
        </>
      )}
      {sourceRows && (
        <>
          <Side title="New rows of the source" kind="added" list={sourceRows.added} />
          <DifferenceChips
            title="Rows of the source that would be deleted"
            kind="removed"
            count={sourceRows.deleted.count}
            options={sourceRows.deleted.rows.map(({ text, rowNumber, filledCells }) => ({
              text,
              note: `row ${rowNumber}, ${counted(filledCells, 'filled cell')}`,
            }))}
          />
        </>
      )}
    </>
  );
}

type SideProps = { title: string; kind: 'added' | 'removed' | 'kept'; list: PreviewList; few?: number };

function Side({ title, kind, list: { count, options }, few }: SideProps) {
  const noted = options.map(({ text, rows }) => ({ text, note: rowsNote(rows) }));
  return <DifferenceChips title={title} kind={kind} count={count} options={noted} {...(few && { few })} />;
}

/** Returns the options that are kept only because they are in the source. */
function listOthers({ kept, keptInUse, leaving }: Preview): PreviewOption[] {
  const named = new Set([...keptInUse.options, ...leaving.options].map(({ text }) => text));
  return kept.options.filter(({ text }) => !named.has(text));
}
