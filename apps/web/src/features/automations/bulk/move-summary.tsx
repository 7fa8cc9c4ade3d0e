import { cx } from '@picksync/ui/class-names.ts';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { getMessage } from '../../../api/form-errors.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import type { MovePreviews } from './use-moves.ts';

type MoveSummaryProps = { count: number; preview: MovePreviews };

/** What was found by name, and the numbers of the first syncs. */
export function MoveSummary({ count, preview: { results, isFetching, error } }: MoveSummaryProps) {
  const known = results.flatMap(({ firstSync }) => firstSync ?? []);
  const sum = (name: 'added' | 'removed') => known.reduce((total, one) => total + one[name], 0);
  const Icon = count > 0 ? CircleCheck : TriangleAlert;
  const asks = known.filter(({ needsReview }) => needsReview).length;
  return (
    <div role="status" className="flex gap-2.5 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      {isFetching ? (
        <Spinner />
      ) : (
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-4 shrink-0', count > 0 ? 'text-good' : 'text-warn')}
        />
      )}
      <p className="text-pretty">
        <b className="font-semi">
          {count === 0 ? 'No column has the same name.' : `${pluralize(count, 'column')} found by name.`}
        </b>{' '}
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
