import { type Automation, isolated, type Pass } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { passQuery } from '../../../api/passes.queries.ts';
import { runsQuery } from '../../../api/runs.queries.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { PassTargets } from './pass-targets.tsx';
import { formatSeconds, passDescription } from './pass-words.ts';

/** The run of an automation that was last, with those of the other dropdowns that were looked at with it. */
function useLatestPass({ id }: Pick<Automation, 'id'>) {
  const runs = useInfiniteQuery(runsQuery(id));
  const passId = runs.data?.pages[0]?.reply[0]?.passId ?? null;
  const found = useQuery({ ...passQuery(passId ?? ''), enabled: passId !== null });
  return {
    pass: found.data,
    isFailed: runs.isError || found.isError,
    /** It has not run yet, or only before runs were recorded together. */
    isNone: runs.isSuccess && passId === null,
    isFetching: runs.isFetching || found.isFetching,
    retry: () => void (runs.isError ? runs.refetch() : found.refetch()),
  };
}

type PassDialogProps = { automation: Automation; onClose: () => void };

/** The last read of an automation's source, with what came of it in each dropdown. */
export function PassDialog({ automation, onClose }: PassDialogProps) {
  const { pass, isFailed, isNone, isFetching, retry } = useLatestPass(automation);
  const source = `${isolated(automation.sourceSheetName ?? 'Unknown sheet')} · ${isolated(automation.sourceColumnName)}`;
  return (
    <Dialog
      open
      inAddress
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={pass ? `Run of ${formatMoment(pass.at)}, ${source}` : `Last run, ${source}`}
      description={
        pass ? passDescription(pass) : 'One read of the list, and what came of it in each dropdown.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="-mx-5 grid min-h-[180px] content-start border-t border-line md:-mx-6">
        {pass && <Loaded pass={pass} />}
        {isFailed && (
          <ErrorState
            message="This run could not be loaded. Please try again."
            retrying={isFetching}
            onRetry={retry}
          />
        )}
        {isNone && (
          <EmptyState
            icon={History}
            title="No run to show yet"
            text="The next sync of this list leaves a result for each dropdown here."
          />
        )}
        {!pass && !isFailed && !isNone && <Waiting />}
      </div>
    </Dialog>
  );
}

function Loaded({ pass }: { pass: Pass }) {
  const { changed, unchanged, waitingReview, failed, durationMs } = pass.totals;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-5 py-3 text-xs text-ink-2 md:px-6">
        {changed + unchanged > 0 && <Badge tone="good">{changed + unchanged} in sync</Badge>}
        {waitingReview > 0 && <Badge tone="warn">{waitingReview} review</Badge>}
        {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
        <span className="tabular ml-auto">{formatSeconds(durationMs)} in all</span>
      </div>
      <PassTargets targets={pass.targets} />
    </>
  );
}

const places = ['first', 'second', 'third'];

function Waiting() {
  return (
    <Loading label="Loading the run" className="grid gap-4 px-5 py-4 md:px-6">
      {places.map((place) => (
        <span key={place} className="grid gap-2">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-3 w-36 max-w-full" />
        </span>
      ))}
    </Loading>
  );
}
