import { Alert } from '@picksync/ui/alert.tsx';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { KeyCap } from '@picksync/ui/key-cap.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { SaveNote } from '@picksync/ui/save-note.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { SparkBars } from '@picksync/ui/spark-bars.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { Table2 } from 'lucide-react';
import { Line, Specimen } from './specimen.tsx';

const days = [3, 0, 5, 8, 2, 0, 6].map((value, day) => ({ label: `Day ${day + 1}`, value }));

/** What says how things stand. */
export function Messages() {
  return (
    <>
      <Specimen name="Badge">
        <Line>
          <Badge tone="good">Active</Badge>
          <Badge tone="warn">Waiting</Badge>
          <Badge tone="bad">Error</Badge>
          <Badge tone="neutral">Paused</Badge>
          <Badge tone="accent">New</Badge>
          <Badge tone="accent" spinning>
            Syncing
          </Badge>
        </Line>
      </Specimen>
      <Specimen name="Alert">
        <Alert tone="good" title="Saved">
          Everything is in its place.
        </Alert>
        <Alert tone="warn" title="Almost full" action={<Button size="sm">See plans</Button>}>
          9 of 10 automations are used.
        </Alert>
        <Alert tone="bad" title="Not saved">
          Smartsheet did not answer.
        </Alert>
        <Alert tone="neutral">Worth knowing, without a title.</Alert>
      </Specimen>
      <Specimen name="SaveNote">
        <SaveNote saving={{ state: 'saving' }} />
        <SaveNote saving={{ state: 'saved', time: '4:33 PM' }} />
        <SaveNote saving={{ state: 'waiting' }} />
        <SaveNote
          saving={{ state: 'failed', reason: 'The server did not answer.', onRetry: () => undefined }}
        />
      </Specimen>
      <Specimen name="KeyCap">
        <Line>
          <KeyCap>Ctrl</KeyCap>
          <KeyCap>K</KeyCap>
        </Line>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState
          icon={Table2}
          title="No automations yet"
          text="Create one, and its dropdown fills itself."
          action={<Button variant="primary">New automation</Button>}
        />
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState message="The automations could not be loaded." onRetry={() => undefined} />
        <ErrorState message="It is being tried again." retrying onRetry={() => undefined} />
      </Specimen>
      <Specimen name="Skeleton, Loading, Spinner">
        <Loading label="Loading" className="grid gap-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </Loading>
        <Spinner />
      </Specimen>
      <Specimen name="ProgressBar, SparkBars">
        <ProgressBar label="Automations, some" value={3} max={10} />
        <ProgressBar label="Automations, all" value={10} max={10} />
        <SparkBars label="Updates of the last seven days" bars={days} />
      </Specimen>
    </>
  );
}
