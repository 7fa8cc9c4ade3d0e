import { Spinner } from '@picksync/ui/spinner.tsx';
import { CircleCheck } from 'lucide-react';
import { getMessage } from '../../../api/form-errors.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import type { MovePreviews } from './use-moves.ts';

type MoveSummaryProps = { count: number; preview: MovePreviews };

/** What was found by name, and the numbers of the first syncs. */
export function MoveSummary({ count, preview: { results, isFetching, error } }: MoveSummaryProps) {
  const known = results.flatMap(({ firstSync }) => firstSync ?? []);
  const sum = (name: 'added' | 'removed') => known.reduce((total, one) => total + one[name], 0);
  const asks = known.filter(({ needsReview }) => needsReview).length;
  return (
    <div role="status" className="flex gap-2.5 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      {isFetching ? (
        <Spinner />
      ) : (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      )}
      <p className="text-pretty">
        <b className="font-semi">{pluralize(count, 'column')} found by name.</b>{' '}
        {isFetching && 'Looking at what the first sync would do.'}
        {!isFetching && error && getMessage(error, 'What the first sync would do could not be read.')}
        {!isFetching && !error && known.length > 0 && describeFirstSync(sum('added'), sum('removed'))}
        {!isFetching &&
          asks > 0 &&
          ` ${asks} of them ${asks === 1 ? 'waits' : 'wait'} for your review first.`}
      </p>
    </div>
  );
}

function describeFirstSync(added: number, removed: number): string {
  const adds = added === 0 ? 'adds none' : `adds ${pluralize(added, 'option')}`;
  return `The first sync ${adds} and removes ${removed === 0 ? 'none' : removed.toLocaleString('en-US')}.`;
}
