import { pluralize, type Stats } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { getMessage } from '../../../api/form-errors.ts';
import { formatTime } from '../../../ui/dates.ts';
import {
  foundText,
  progressText,
  stoppedText,
  unlistedText,
  unreadText,
  waitText,
} from './candidate-texts.ts';
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
        text={joinSentences(
          `${pluralize(progress?.total ?? 0, 'sheet was', 'sheets were')} looked at.`,
          progress && unlistedText(progress),
        )}
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
    if (isStopped) return stoppedText(progress, candidates.length);
    return joinSentences(progressText(progress, candidates.length), waitText(progress));
  }
  return joinSentences(
    foundText(candidates.length),
    `${pluralize(progress.total, 'sheet')} looked at, ${formatTime(progress.lookedAt)}.`,
    unreadText(unread),
    unlistedText(progress),
  );
}

/** Returns the sentences that there are, one after another. */
function joinSentences(...sentences: (string | null)[]): string {
  return sentences.filter(Boolean).join(' ');
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
