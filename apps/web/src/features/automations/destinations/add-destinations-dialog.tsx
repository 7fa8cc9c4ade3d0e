import { type Automation, type Candidate, isolated, maxDestinations } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { statsQuery } from '../../../api/stats.queries.ts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { CopyIntoDraft } from '../form/lazy-copy-into-draft.ts';
import { useListPage } from '../list/use-list-page.ts';
import { addLabel, candidateKey, isObvious, likenessText } from './candidate-texts.ts';
import { NoRoom, SearchState } from './search-state.tsx';
import { type Outcome, useAddDestinations } from './use-add-destinations.ts';
import { useAlikeCount, useCandidates } from './use-candidates.ts';

type ChooseYourselfProps = { automation: Automation; isDisabled: boolean; onChoose: () => void };

/** Opens the form of a new automation in place of the window, where sheet and column are chosen by hand. */
function ChooseYourself({ automation, isDisabled, onChoose }: ChooseYourselfProps) {
  const navigate = useNavigate();
  const page = useListPage();
  const [isCopying, setCopying] = useState(false);
  const open = () =>
    void navigate({
      to: page,
      search: { dialog: 'new-configuration' },
      replace: true,
      state: true,
      resetScroll: false,
    });
  return (
    <div className="px-5 pb-3 md:px-6">
      <Button
        size="sm"
        disabled={isDisabled}
        onClick={() => {
          onChoose();
          setCopying(true);
        }}
      >
        Or choose a sheet yourself
      </Button>
      {isCopying && <CopyIntoDraft automation={automation} without="sheet" onCopied={open} />}
    </div>
  );
}

/** How many rows are drawn at first: nobody reads hundreds, and drawing them takes longer than finding them. */
const rowsPerPage = 25;

type AddDestinationsDialogProps = { automation: Automation; onClose: () => void };

/** Finds dropdown columns that look like the list of an automation, and adds the chosen ones in one go. */
export function AddDestinationsDialog({ automation, onClose }: AddDestinationsDialogProps) {
  const search = useCandidates(automation);
  const { add, isAdding, error, outcomes } = useAddDestinations(automation, onClose);
  const { data: stats } = useQuery(statsQuery);
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const used = stats?.configurationCount ?? 0;
  const limit = stats?.configurationLimit ?? maxDestinations;
  const room = Math.max(0, Math.min(limit - used, maxDestinations));
  const isOpen = (candidate: Candidate) =>
    candidate.reason === null && outcomes.get(candidateKey(candidate))?.isAdded !== true;
  const [pages, setPages] = useState(1);
  const shown = search.candidates.slice(0, pages * rowsPerPage);
  const list = useRef<HTMLUListElement>(null);
  useAlikeCount(automation, search.isOver ? search.candidates.filter(isOpen).length : null);
  // Only rows that are shown can be added.
  const chosen = findChosen(shown.filter(isOpen), { ticks, room });
  const keys = new Set(chosen.map(candidateKey));
  const source = `${isolated(automation.sourceSheetName ?? 'Unknown sheet')} · ${isolated(automation.sourceColumnName)}`;
  return (
    <FormDialog
      inAddress
      title="Add another destination"
      description={`Dropdown columns that look like ${source}. Those you add follow it with the same settings as “${isolated(automation.name)}”.`}
      width="xl"
      pending={isAdding}
      error={error === null ? null : { title: 'Nothing was added', text: error }}
      submitLabel={addLabel(chosen.length)}
      pendingLabel="Adding..."
      submittable={room > 0}
      submitDisabled={chosen.length === 0}
      onSubmit={() => {
        search.end();
        add(chosen);
      }}
      closeLabel={room > 0 ? 'Cancel' : 'Close'}
      onClose={onClose}
      aside={
        room > 0 && (
          <p className="tabular ps-2 text-sm text-ink-2">
            {chosen.length} ticked, then {used + chosen.length} of {limit} configurations are used.
          </p>
        )
      }
    >
      <div className="-mx-5 grid content-start md:-mx-6">
        {stats && room === 0 && <NoRoom stats={stats} />}
        <SearchState search={search} />
        {room > 0 && <ChooseYourself automation={automation} isDisabled={isAdding} onChoose={search.end} />}
        <ul ref={list} aria-label="Columns that look like the list">
          {shown.map((candidate) => {
            const key = candidateKey(candidate);
            return (
              <CandidateRow
                key={key}
                candidate={candidate}
                outcome={outcomes.get(key)}
                isChosen={keys.has(key)}
                isDisabled={isAdding || (!keys.has(key) && chosen.length >= room)}
                onChoose={(isChosen) => setTicks((before) => new Map([...before, [key, isChosen]]))}
              />
            );
          })}
        </ul>
        <MoreRows
          list={list}
          left={search.candidates.length - shown.length}
          perPage={rowsPerPage}
          onMore={() => setPages(pages + 1)}
        />
      </div>
    </FormDialog>
  );
}

/**
 * Returns the columns to add, up to the plan's limit: those ticked by hand first, then those that are clearly alike.
 */
function findChosen(
  open: readonly Candidate[],
  { ticks, room }: { ticks: ReadonlyMap<string, boolean>; room: number },
): Candidate[] {
  const byHand = open.filter((one) => ticks.get(candidateKey(one)) === true);
  const obvious = open.filter((one) => !ticks.has(candidateKey(one)) && isObvious(one));
  return [...byHand, ...obvious].slice(0, room);
}

type MoreRowsProps = {
  /** Its rows can take the focus. */
  list: RefObject<HTMLUListElement | null>;
  left: number;
  perPage: number;
  onMore: () => void;
};

/**
 * A button that shows the next rows of a long list, and moves the focus to the first of them. It disappears once all
 * are shown.
 */
function MoreRows({ list, left, perPage, onMore }: MoreRowsProps) {
  if (left <= 0) return null;
  const next = Math.min(left, perPage);
  const show = () => {
    const shown = list.current?.children.length ?? 0;
    flushSync(onMore);
    const firstNew = list.current?.children[shown];
    if (next === left && firstNew instanceof HTMLElement) firstNew.focus();
  };
  return (
    <div className="border-t border-line px-5 py-3 md:px-6">
      <Button size="sm" onClick={show} aria-label={`Show ${next} more columns`}>
        {left > next ? `Show ${next} of ${left} more` : `Show ${next} more`}
      </Button>
    </div>
  );
}

type CandidateRowProps = {
  candidate: Candidate;
  isChosen: boolean;
  isDisabled: boolean;
  outcome: Outcome | undefined;
  onChoose: (isChosen: boolean) => void;
};

/** A column that looks like the list: why, what the first sync would do, or why it cannot be chosen. */
function CandidateRow({ candidate, isChosen, isDisabled, outcome, onChoose }: CandidateRowProps) {
  const { sheetName, columnName, isMultiSelect, reason, firstSync } = candidate;
  const isAdded = outcome?.isAdded === true;
  return (
    <li
      // Takes the focus when the button that showed it is gone.
      tabIndex={-1}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 border-t border-line px-5 py-2.5 text-sm -outline-offset-2! sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.3fr)_132px] md:px-6',
        reason !== null && 'text-ink-2',
      )}
    >
      {isAdded ? (
        <p className="flex items-start gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-[18px] text-good" />
          <span>
            <span className="block font-medium">
              <Name>{sheetName}</Name>
            </span>
            <span className="text-xs text-ink-3">Added</span>
          </span>
        </p>
      ) : (
        <Checkbox
          label={isolated(sheetName)}
          hint={isMultiSelect ? `${isolated(columnName)}, multi-select` : isolated(columnName)}
          checked={isChosen}
          disabled={isDisabled || reason !== null}
          onChange={onChoose}
        />
      )}
      <div className="min-w-0 text-xs text-pretty text-ink-2 max-sm:ps-7">
        {reason ?? likenessText(candidate)}
        {reason === null && <Share candidate={candidate} />}
        {outcome?.message && <p className="mt-1 text-bad">{outcome.message}</p>}
      </div>
      <FirstSync firstSync={firstSync} />
    </li>
  );
}

/** The share of the dropdown's options that are in the list, as a bar. The sentence above says it in words. */
function Share({ candidate: { optionCount, matchingCount } }: { candidate: Candidate }) {
  const share = optionCount === 0 ? 0 : matchingCount / optionCount;
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 max-w-[220px] overflow-hidden rounded-full bg-line">
      <span
        className="block h-full rounded-full bg-accent forced-colors:bg-[CanvasText]"
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}

function FirstSync({ firstSync }: Pick<Candidate, 'firstSync'>) {
  if (firstSync === null) return <span className="max-sm:hidden" />;
  const { added, removed, needsReview } = firstSync;
  return (
    <div className="text-xs max-sm:flex max-sm:gap-2 max-sm:ps-7 sm:text-end">
      <span className="sr-only">First sync: </span>
      {added + removed === 0 ? (
        <span className="text-ink-3">Nothing to do</span>
      ) : (
        <ChangeChips added={added} removed={removed} />
      )}
      {needsReview && <span className="block text-ink-2">asks for your review</span>}
    </div>
  );
}
