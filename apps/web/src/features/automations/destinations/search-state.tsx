import type { Stats } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { getMessage } from '../../../api/form-errors.ts';
import { formatTime } from '../../../ui/dates.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { progressText, unlistedText, waitText } from './candidate-texts.ts';
import type { useCandidates } from './use-candidates.ts';

type Search = ReturnType<typeof useCandidates>;

/**
 * The progress of the search and the button that stops it; after the search, its result. It has a fixed place above the
 * list.
 */
export function SearchState({ search }: { search: Search }) {
  const { candidates, progress, isOver, isStopped, error, retry, isRetrying } = search;
  if (error) {
    const message = getMessage(error, 'The sheets could not be looked at. Please try again.');
    return <ErrorState message={message} retrying={isRetrying} onRetry={retry} />;
  }
  if (isOver && candidates.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No column looks like this list"
        text={`${progress?.total ?? 0} sheets were looked at.${progress === null ? '' : unlistedText(progress)}`}
      />
    );
  }
  return (
    <div className="grid gap-2 px-5 pb-3 text-sm text-ink-2 md:px-6">
      <div className="flex min-h-[max(28px,var(--target))] items-center justify-between gap-x-4">
        <p role="status" className="tabular">
          {describeSearch(search)}
        </p>
        {progress !== null && !isOver && (
          <Button size="sm" onClick={isStopped ? search.goOn : search.stop}>
            {isStopped ? 'Continue' : 'Stop'}
          </Button>
        )}
      </div>
      {!isOver && (
        <ProgressBar label="Sheets looked at" value={progress?.looked ?? 0} max={progress?.total ?? 1} />
      )}
    </div>
  );
}

function describeSearch({ candidates, progress, isOver, isStopped, unread }: Search): string {
  if (progress === null) return 'Looking for columns like this.';
  if (!isOver) {
    const text = progressText(progress, candidates.length);
    if (isStopped) return `Stopped: ${text}`;
    return [text, waitText(progress)].filter(Boolean).join(' ');
  }
  const found =
    candidates.length === 1
      ? 'This dropdown column looks'
      : `These ${candidates.length} dropdown columns look`;
  const lost = unread === 0 ? '' : ` ${unread} of them could not be read.`;
  return `${found} like the list. ${pluralize(progress.total, 'sheet')} looked at, ${formatTime(progress.lookedAt)}.${lost}${unlistedText(progress)}`;
}

/** The plan is used up: each destination is one configuration. */
export function NoRoom({ stats: { configurationCount, configurationLimit } }: { stats: Stats }) {
  return (
    <div className="px-5 pb-4 md:px-6">
      <Alert
        tone="warn"
        title={`${configurationCount} of ${configurationLimit} are used`}
        action={
          <Link to="/subscription" className={buttonClass({ size: 'sm' })}>
            View Plans
          </Link>
        }
      >
        Each destination is one configuration.
      </Alert>
    </div>
  );
}
