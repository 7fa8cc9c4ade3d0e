import { type Automation, isolated, type Preview, pluralize } from '@picksync/contracts';
import { Name } from '@picksync/ui/name.tsx';
import { useState } from 'react';
import { ContactsContext, DifferenceChips } from '../../../ui/difference-chips.tsx';
import { notListedText } from '../../../ui/not-listed-text.ts';
import { findBeyondDrift } from '../beyond-drift.ts';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';
import { LeavingChips, NewNameChips, PreviewChips } from '../preview-chips.tsx';
import { NamesPanel } from '../renames/names-panel.tsx';
import { RenameList } from '../renames/rename-list.tsx';
import { type RenameTicks, useRenameTicks } from '../renames/use-rename-ticks.ts';
import { Decision, DecisionBar } from './decision.tsx';
import { RemovalsTable } from './removals-table.tsx';
import { getConfirmation } from './review-figures.ts';
import { StaleNotice } from './stale-notice.tsx';
import type { ReviewState } from './use-review.ts';
import { WhyStopped } from './why-stopped.tsx';

type DecidingProps = { automation: Automation; preview: Preview; state: ReviewState };

/** The options that would be removed, added and kept, and beside them the decision. */
export function Deciding({ automation, preview, state }: DecidingProps) {
  const [isTicked, setTicked] = useState(false);
  const { sourceRows, reason, renames } = preview;
  const ticks = useRenameTicks(preview, automation);
  const isAboutNames = reason === 'names_changed';
  const label = getConfirmation(preview);
  const confirmation = label === null ? null : { label, isTicked, setTicked };
  const decision = { automation, preview, state, ticks: isAboutNames ? ticks : null, confirmation };
  return (
    <ContactsContext value={preview.newNames !== undefined}>
      <StaleNotice before={state.before} preview={preview} isRefused={state.isRefused} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <h2 className="sr-only">What a sync would do now</h2>
          {isAboutNames ? (
            <NamesPanel automation={automation} preview={preview} ticks={ticks} />
          ) : (
            <WhyStopped automation={automation} preview={preview} />
          )}
          {!isAboutNames && renames && renames.count > 0 && (
            <div className={panel}>
              <RenameList title="What would be renamed" count={renames.count} list={renames.list} />
            </div>
          )}
          {sourceRows && sourceRows.deleted.count > 0 && (
            <RowDeletions automation={automation} deleted={sourceRows.deleted} />
          )}
          {reason === 'drift_found' ? <ByHand preview={preview} /> : <RemovalsTable preview={preview} />}
          <Rest automation={automation} preview={isAboutNames ? withoutUnticked(preview, ticks) : preview} />
        </div>
        <Decision {...decision} />
      </div>
      <DecisionBar {...decision} />
    </ContactsContext>
  );
}

/** A name that is not ticked leaves the list, also where it would have stayed for the cells that cannot be renamed. */
function withoutUnticked(preview: Preview, { sums }: RenameTicks): Preview {
  const removes = new Set(sums.removes);
  const options = preview.kept.options.filter(({ text }) => !removes.has(text));
  const left = preview.kept.options.length - options.length;
  return { ...preview, kept: { count: preview.kept.count - left, options } };
}

const panel = 'grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5';

function ByHand({ preview: { drift } }: { preview: Preview }) {
  if (!drift) return null;
  return (
    <div className={panel}>
      <PreviewChips title="Added by hand, would be removed" kind="removed" {...drift.added} />
      <PreviewChips title="Deleted by hand, would be added again" kind="added" {...drift.removed} />
    </div>
  );
}

/** The options that would be added, kept, and removed later; where a change by hand is asked about, what else would be removed. */
function Rest({ automation, preview }: Pick<DecidingProps, 'automation' | 'preview'>) {
  const { reason, kept, leaving, newNames, sourceRows } = preview;
  const isAboutHands = reason === 'drift_found';
  const { added, removed } = isAboutHands ? findBeyondDrift(preview, automation) : preview;
  const goes = isAboutHands ? removed.count : 0;
  if (added.count + goes + kept.count + leaving.count + (sourceRows?.added.count ?? 0) === 0) return null;
  const renamed = new Set(newNames?.contacts.map(({ to }) => to));
  return (
    <div className={panel}>
      {isAboutHands && <PreviewChips title="What would be removed" kind="removed" {...removed} />}
      <PreviewChips title="What would be added" kind="added" {...added} />
      <NewNameChips newNames={newNames} />
      {sourceRows && (
        <PreviewChips title="Rows that would be added to the source" kind="added" {...sourceRows.added} />
      )}
      <LeavingChips title="What leaves later" leaving={leaving} />
      <DifferenceChips
        title="What stays"
        kind="kept"
        count={Math.max(kept.count - (newNames?.count ?? 0), 0)}
        options={kept.options.filter(({ text }) => !renamed.has(text))}
        few={6}
      />
    </div>
  );
}

const listedAtFirst = 8;

type RowDeletionsProps = {
  automation: Automation;
  deleted: NonNullable<Preview['sourceRows']>['deleted'];
};

/** The rows of the source that would be deleted, with the number of filled cells in each. */
function RowDeletions({ automation, deleted: { count, rows } }: RowDeletionsProps) {
  const [isWhole, setWhole] = useState(false);
  const title = `${pluralize(count, 'row')} would be deleted from ${isolated(automation.sourceSheetName ?? 'the source')}`;
  const shown = isWhole ? rows : rows.slice(0, listedAtFirst);
  const head = 'px-4 py-1.5 font-semi md:px-5';
  const cell = 'tabular px-4 py-2 md:px-5';
  return (
    <PagePanel title={title}>
      <table aria-label={title} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-t border-line bg-sunken text-start text-xs text-ink-2">
            <th scope="col" className={head}>
              Row
            </th>
            <th scope="col" className={`${head} [overflow-wrap:anywhere]`}>
              <Name>{automation.sourceColumnName}</Name>
            </th>
            <th scope="col" className={`${head} text-end`}>
              Filled cells
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ rowNumber, text, filledCells }) => (
            <tr key={rowNumber} className="border-t border-line">
              <td className={cell}>{rowNumber}</td>
              <td className={`${cell} [overflow-wrap:anywhere]`}>
                <bdi>{text}</bdi>
              </td>
              <td className={`${cell} text-end`}>{filledCells}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > listedAtFirst && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
          <PanelButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${rows.length - listedAtFirst} more`}
          </PanelButton>
          {count > rows.length && (
            <p className="text-xs text-ink-2">{`${notListedText(count - rows.length)}, and deleted as well.`}</p>
          )}
        </div>
      )}
    </PagePanel>
  );
}
