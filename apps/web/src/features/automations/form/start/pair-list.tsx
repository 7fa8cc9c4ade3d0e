import { type LikelyPair, type PairProgress, pluralize } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { getMessage } from '../../../../api/form-errors.ts';
import { filterPairs, lookingText, pairText, searchLimit } from './start-texts.ts';
import type { Start } from './use-start.ts';

/** The pairs that agree with what is chosen, or how it stands with the search for them. */
export function PairList({ start, isBrief = false }: { start: Start; isBrief?: boolean }) {
  const few = isBrief ? 3 : 4;
  const { found, isLooking, isNone, progress, error, again } = start.search;
  if (isLooking && !found) return <LookingForPairs count={few} progress={progress} />;
  if (!found)
    return error ? (
      <SearchNote text={getMessage(error, 'Likely pairs could not be looked for.')} again={again} />
    ) : null;
  const pairs = filterPairs(found.pairs, start.values);
  const limit = isBrief && found.stoppedBy === null ? null : searchLimit(found);
  return (
    <>
      {pairs.length > 0 ? (
        <Pairs
          pairs={pairs}
          few={few}
          hasSource={start.values.sourceColumn !== null}
          onChoose={start.choosePair}
        />
      ) : (
        isNone && (
          <p className="text-sm text-ink-2">
            No dropdown of {pluralize(found.looked, 'sheet')} has options that match a column. Choose any two
            columns: the first sync fills the list.
          </p>
        )
      )}
      {limit && <SearchNote text={limit} {...(found.stoppedBy && { again })} isBusy={isLooking} />}
    </>
  );
}

/** How far the search is, above what is as high as what comes. */
function LookingForPairs({ count, progress }: { count: number; progress: PairProgress }) {
  return (
    <Loading label="Looking for likely pairs" className="grid gap-3">
      <ProgressBar label="Sheets looked at" value={progress?.looked ?? 0} max={progress?.wanted ?? 1} />
      <p className="tabular text-xs text-ink-2">{lookingText(progress)}</p>
      <div className="divide-y divide-line rounded-lg border border-line">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="grid h-[76px] content-center gap-2 px-3">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

type SearchNoteProps = { text: string; again?: () => void; isBusy?: boolean };

function SearchNote({ text, again, isBusy = false }: SearchNoteProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
      {text}
      {again && (
        <Button size="sm" variant="quiet" pending={isBusy} onClick={again}>
          Look again
        </Button>
      )}
    </p>
  );
}

type PairsProps = {
  pairs: readonly LikelyPair[];
  few: number;
  /** Whether the source is chosen, and said above them. */
  hasSource: boolean;
  onChoose: (pair: LikelyPair) => void;
};

function Pairs({ pairs, few, hasSource, onChoose }: PairsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pairs : pairs.slice(0, few);
  const left = pairs.length - shown.length;
  return (
    <>
      <ul
        aria-label="Likely pairs"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line"
      >
        {shown.map((pair) => (
          <li key={`${pair.target.sheetId}/${pair.target.columnId}`}>
            <PairButton pair={pair} hasSource={hasSource} onChoose={() => onChoose(pair)} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          Show {left} more
        </Button>
      )}
    </>
  );
}

type PairButtonProps = Pick<PairsProps, 'hasSource'> & { pair: LikelyPair; onChoose: () => void };

function PairButton({ pair, hasSource, onChoose }: PairButtonProps) {
  const { source, target } = pair;
  const kind = target.isMultiSelect ? ', multi-select' : '';
  return (
    <button
      type="button"
      onClick={onChoose}
      className={cx(
        'grid w-full items-center gap-x-2 gap-y-1 bg-surface px-3 py-2 text-start text-sm -outline-offset-2! transition-colors hover:bg-sunken',
        hasSource ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)]',
      )}
    >
      {!hasSource && (
        <>
          <PairSide sheet={source.sheetName} column={source.columnName} />
          <ArrowRight aria-hidden="true" className="size-4 text-ink-3 rtl:-scale-x-100" />
          <span className="sr-only">into</span>
        </>
      )}
      <PairSide sheet={target.sheetName} column={target.columnName} kind={kind} />
      <span className={cx('text-xs text-ink-2', hasSource ? 'text-end whitespace-nowrap' : 'col-span-3')}>
        {pairText(pair)}
      </span>
    </button>
  );
}

function PairSide({ sheet, column, kind = '' }: { sheet: string; column: string; kind?: string }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-semi">
        <Name>{sheet}</Name>
      </span>
      <span className="block truncate text-xs text-ink-2">
        <Name>{column}</Name>
        {kind}
      </span>
    </span>
  );
}
