import { capitalize, type Preview, type PreviewOption, previewNoun } from '@picksync/contracts';
import { useState } from 'react';
import { OptionText } from '../../../ui/difference-chips.tsx';
import { notListedText } from '../../../ui/not-listed-text.ts';
import { FilterButtons } from '../page/filter-buttons.tsx';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';
import { isCounted } from './review-figures.ts';

/** How many are listed at first. */
const listedAtFirst = 8;

const filters = {
  all: { label: 'All', matches: () => true },
  used: { label: 'Still used', matches: ({ rows }: PreviewOption) => (rows ?? 0) > 0 },
  unused: { label: 'Unused', matches: ({ rows }: PreviewOption) => rows === 0 },
};

type Filter = keyof typeof filters;

const names = Object.keys(filters) as Filter[];

/** Returns how many options a filter is about, also of those that are not listed. */
function countOptions({ removed, used }: Preview, filter: Filter): number {
  if (filter === 'all') return removed.count;
  return filter === 'used' ? used.options : removed.count - used.options;
}

/** Every option that would be removed, with the rows that use it, the most used first. */
export function RemovalsTable({ preview }: { preview: Preview }) {
  const { removed } = preview;
  const [filter, setFilter] = useState<Filter>('all');
  const [isWhole, setWhole] = useState(false);
  if (removed.count === 0) return null;
  const hasRows = isCounted(preview);
  const sorted = removed.options.toSorted((one, other) => (other.rows ?? 0) - (one.rows ?? 0));
  const found = sorted.filter(filters[filter].matches);
  const shown = isWhole ? found : found.slice(0, listedAtFirst);
  const most = Math.max(1, ...removed.options.map(({ rows }) => rows ?? 0));
  return (
    <PagePanel
      title="What would be removed"
      filter={
        hasRows && (
          <FilterButtons
            label="Show options"
            options={names.map((value) => ({
              value,
              label: filters[value].label,
              count: countOptions(preview, value),
            }))}
            value={filter}
            onChange={setFilter}
          />
        )
      }
    >
      <table aria-label="What would be removed" className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-t border-line bg-sunken text-xs text-ink-2">
            <th scope="col" className="px-4 py-1.5 text-start font-semi md:px-5">
              {capitalize(previewNoun(preview))}
            </th>
            {hasRows && (
              <th
                scope="col"
                className="w-[40%] px-4 py-1.5 text-start font-semi max-sm:w-22 max-sm:ps-0 md:px-5"
              >
                Rows that use it
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((option, index) => (
            <Removal key={`${option.text} ${index}`} option={option} most={most} hasRows={hasRows} />
          ))}
        </tbody>
      </table>
      <Foot
        hidden={found.length - shown.length}
        unlisted={countOptions(preview, filter) - found.length}
        isWhole={isWhole && found.length > listedAtFirst}
        onToggle={() => setWhole(!isWhole)}
      />
    </PagePanel>
  );
}

type RemovalProps = { option: PreviewOption; most: number; hasRows: boolean };

function Removal({ option: { text, rows }, most, hasRows }: RemovalProps) {
  return (
    <tr className="border-t border-line">
      <td className="px-4 py-2 [overflow-wrap:anywhere] md:px-5">
        <span className="flex gap-2">
          <span aria-hidden="true" className="font-bold text-bad">
            −
          </span>
          <OptionText text={text} />
        </span>
      </td>
      {hasRows && (
        <td className="tabular px-4 py-2 max-sm:ps-0 md:px-5">
          <span className="grid grid-cols-[32px_minmax(0,1fr)] items-center gap-3 text-end max-sm:gap-2">
            {rows ?? '–'}
            <span
              aria-hidden="true"
              className="h-2 rounded-full bg-bad/55 forced-colors:bg-[CanvasText]"
              style={{ width: `${((rows ?? 0) / most) * 100}%` }}
            />
          </span>
        </td>
      )}
    </tr>
  );
}

type FootProps = { hidden: number; unlisted: number; isWhole: boolean; onToggle: () => void };

function Foot({ hidden, unlisted, isWhole, onToggle }: FootProps) {
  if (hidden === 0 && unlisted === 0 && !isWhole) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
      {(hidden > 0 || isWhole) && (
        <PanelButton onClick={onToggle}>{isWhole ? 'Show fewer' : `Show ${hidden} more`}</PanelButton>
      )}
      {unlisted > 0 && <p className="text-xs text-ink-2">{`${notListedText(unlisted)}.`}</p>}
    </div>
  );
}
