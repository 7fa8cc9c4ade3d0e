import { type Candidate, isolated } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { likenessText } from './candidate-words.ts';
import type { Outcome } from './use-add-destinations.ts';

type CandidateRowProps = {
  candidate: Candidate;
  isChosen: boolean;
  isDisabled: boolean;
  outcome: Outcome | undefined;
  onChoose: (isChosen: boolean) => void;
};

/** A column that looks like the list: why, what the first sync would do, or why it cannot be chosen. */
export function CandidateRow({ candidate, isChosen, isDisabled, outcome, onChoose }: CandidateRowProps) {
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
      <div className="min-w-0 text-xs text-pretty text-ink-2 max-sm:pl-7">
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
  const id = useId();
  if (firstSync === null) return <span className="max-sm:hidden" />;
  const { added, removed, needsReview } = firstSync;
  return (
    <div id={id} className="text-xs max-sm:flex max-sm:gap-2 max-sm:pl-7 sm:text-right">
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
