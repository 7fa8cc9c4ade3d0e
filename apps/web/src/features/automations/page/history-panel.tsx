import { type Automation, type AutomationChange, type ListNoun, toListNoun } from '@picksync/contracts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { changesQuery } from '../../../api/automations.queries.ts';
import { formatRecent } from '../../../ui/dates.ts';
import { useReadOnly } from '../use-read-only.ts';
import { type ChangeText, describeChange } from './describe-change.ts';
import { LoadedPanel, PagePanel, PanelButton } from './page-panel.tsx';
import { usePageLinks } from './use-page-links.ts';

/** Who changed what of the automation, the newest first, and what of it can be undone. */
export function HistoryPanel({ automation }: { automation: Automation }) {
  return (
    <LoadedPanel
      frame={Frame}
      loading="Loading the history"
      skeleton={
        <>
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-2/3" />
        </>
      }
      failure="Failed to load the history"
    >
      <History automation={automation} />
    </LoadedPanel>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <PagePanel
      title="History"
      note="Who changed what, for 90 days. Texts of filters, labels and pinned options are not kept."
    >
      {children}
    </PagePanel>
  );
}

function History({ automation }: { automation: Automation }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    changesQuery(automation.id),
  );
  const changes = data.pages.flatMap(({ reply }) => reply);
  // Older automations do not know by whom they were created.
  const isBegun = hasNextPage || changes.some(({ subject }) => subject === 'creation');
  return (
    <Frame>
      <ol aria-label="History of changes">
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} noun={toListNoun(automation)} />
        ))}
        {!isBegun && (
          <Row at={automation.createdAt}>
            <p>Created</p>
          </Row>
        )}
      </ol>
      {hasNextPage && (
        <div className="border-t border-line px-4 py-2 md:px-5">
          <PanelButton pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Show older'}
          </PanelButton>
        </div>
      )}
    </Frame>
  );
}

function Row({ at, action, children }: { at: string; action?: ReactNode; children: ReactNode }) {
  const now = useNow();
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line px-4 py-2 text-sm @beside:grid-cols-[8rem_minmax(0,1fr)_auto] md:px-5">
      <time dateTime={at} className="tabular row-start-2 text-xs text-ink-2 @beside:row-start-1">
        {formatRecent(at, now)}
      </time>
      <div className="col-start-1 row-start-1 min-w-0 @beside:col-start-2">{children}</div>
      {action && <div className="col-start-2 row-start-1 @beside:col-start-3">{action}</div>}
    </li>
  );
}

function ChangeRow({ change, noun }: { change: AutomationChange; noun: ListNoun }) {
  const isReadOnly = useReadOnly();
  const { undo } = usePageLinks();
  const text = describeChange(change, noun);
  const by = change.keyName === null ? 'by you' : `by API key “${change.keyName}”`;
  return (
    <Row
      at={change.at}
      action={
        change.undo === 'possible' &&
        !isReadOnly && (
          <PanelButton label={`Undo: ${toLine(text)}`} onClick={() => undo(change)}>
            Undo
          </PanelButton>
        )
      }
    >
      <ChangeLine text={text} by={by} />
      {change.undo === 'texts_not_kept' && (
        <p className="text-xs text-ink-2">The texts before are not kept, so it cannot be undone.</p>
      )}
    </Row>
  );
}

function ChangeLine({ text, by }: { text: ChangeText; by: string }) {
  if ('sentence' in text) {
    return (
      <>
        <p>{`${text.sentence} ${by}`}</p>
        {text.detail && <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">{text.detail}</p>}
      </>
    );
  }
  return (
    <p className="[overflow-wrap:anywhere]">
      {text.label}: <s className="text-ink-2">{text.before}</s>
      <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-ink-2 rtl:rotate-180" />
      <span className="sr-only"> is now </span>
      {`${text.after}, ${by}`}
    </p>
  );
}

function toLine(text: ChangeText): string {
  return 'sentence' in text ? text.sentence : `${text.label}, back to ${text.before}`;
}
