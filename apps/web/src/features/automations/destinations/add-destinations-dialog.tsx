import { type Automation, type Candidate, isolated, maxDestinations } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { statsQuery } from '../../../api/stats.queries.ts';
import { CopyIntoDraft } from '../form/lazy-copy-into-draft.ts';
import { CandidateRow } from './candidate-row.tsx';
import { addLabel, candidateKey, isObvious } from './candidate-words.ts';
import { MoreRows } from './more-rows.tsx';
import { NoRoom, SearchState } from './search-state.tsx';
import { useAddDestinations } from './use-add-destinations.ts';
import { useAlikeCount, useCandidates } from './use-candidates.ts';

type ChooseYourselfProps = { automation: Automation; isDisabled: boolean; onChoose: () => void };

/** Opens the form of a new automation in place of the window, where sheet and column are chosen by hand. */
function ChooseYourself({ automation, isDisabled, onChoose }: ChooseYourselfProps) {
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const open = () =>
    void navigate({
      to: '/dashboard',
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
          <p className="tabular pl-2 text-sm text-ink-2">
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
