import { type Automation, type Preview, pluralize } from '@picksync/contracts';
import { BareCheckbox } from '@picksync/ui/checkbox.tsx';
import { useId, useState } from 'react';
import { notListedText } from '../../../ui/not-listed-text.ts';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';
import { Names, namesClass } from './rename-list.tsx';
import {
  isFirstOfMerge,
  lockedText,
  mergeText,
  type Rename,
  tickedText,
  unticked,
  whyNamesText,
} from './rename-texts.ts';
import type { RenameTicks } from './use-rename-ticks.ts';

/** How many lines are listed before somebody asks for the others. */
const listedAtFirst = 12;

type NamesPanelProps = { automation: Automation; preview: Preview; ticks: RenameTicks };

/** Every name that changed, with the rows that use it: what is ticked is renamed. */
export function NamesPanel({ automation, preview, ticks }: NamesPanelProps) {
  const [isWhole, setWhole] = useState(false);
  const { list, sums } = ticks;
  const count = preview.renames?.count ?? 0;
  const isLong = list.length > listedAtFirst + 1;
  const shown = isLong && !isWhole ? list.slice(0, listedAtFirst) : list;
  return (
    <PagePanel title="Names" note={whyNamesText(automation, preview)}>
      <div className="@container">
        <div
          aria-hidden="true"
          className={`${rowClass} bg-sunken py-1.5! text-xs! font-semi text-ink-2 @max-names:hidden`}
        >
          <span />
          <span className={namesClass}>
            <span>Was</span>
            <span />
            <span>Is now</span>
          </span>
          <span className="text-end">Cells in</span>
        </div>
        <ul aria-label="Names that changed">
          {shown.map((rename, index) => (
            <Line key={rename.id} rename={rename} ticks={ticks} isNoted={isFirstOfMerge(list, index)} />
          ))}
        </ul>
      </div>
      <div className="grid gap-1 border-t border-line px-4 py-2.5 text-xs text-ink-2 md:px-5">
        {isLong && (
          <PanelButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${list.length - listedAtFirst} more`}
          </PanelButton>
        )}
        <p className="tabular text-pretty" aria-live="polite">
          {`${tickedText(sums)} ${unticked}`}
        </p>
        {count > list.length && <p>{`${notListedText(count - list.length)}, and not renamed.`}</p>}
      </div>
    </PagePanel>
  );
}

const rowClass =
  'grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-4 py-2.5 text-sm md:px-5 @names:grid-cols-[18px_minmax(0,1fr)_72px]';

type LineProps = { rename: Rename; ticks: RenameTicks; isNoted: boolean };

function Line({ rename, ticks, isNoted }: LineProps) {
  const id = useId();
  const { from, to, rows } = rename;
  const notes = [isNoted && mergeText, lockedText(rename)].filter((note) => typeof note === 'string');
  return (
    <li className={rowClass}>
      <BareCheckbox
        id={id}
        aria-describedby={notes.length > 0 ? `${id}-rows ${id}-note` : `${id}-rows`}
        checked={ticks.ticked.has(rename.id)}
        onChange={(isTicked) => ticks.tick(rename.id, isTicked)}
      />
      {/* A press anywhere on the names ticks the line. */}
      <label htmlFor={id} className={namesClass}>
        <Names from={from} to={to} />
      </label>
      <span id={`${id}-rows`} className="tabular text-end whitespace-nowrap text-ink-2">
        {pluralize(rows, 'row')}
      </span>
      {notes.length > 0 && (
        <p id={`${id}-note`} className="col-start-2 col-end-4 mt-0.5 text-xs text-pretty text-ink-2">
          {notes.join(' ')}
        </p>
      )}
    </li>
  );
}
