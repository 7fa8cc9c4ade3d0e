import { type ActivityLine, isolated, type LineEntry, lineEntriesShown } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type ActivityFilter, activityLineQuery } from '../../api/activity.queries.ts';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { describeChanges, describeDetails, describePlainly, loadFailure } from './activity-texts.ts';
import { passCostText } from './line-texts.ts';
import { StatusMark } from './status-mark.tsx';

/** So many results are shown until all are asked for. */
const shownAtFirst = 6;

type LineDetailsProps = { id: string; line: ActivityLine; filter: ActivityFilter };

/** The results of a line: one for each of its dropdowns, and what they cost together. */
export function LineDetails({ id, line, filter }: LineDetailsProps) {
  const { data, isError, isFetching, refetch } = useQuery(activityLineQuery(line.id, filter));
  const [isWhole, setWhole] = useState(false);
  if (!data)
    return (
      <Box id={id}>
        {isError ? (
          <Failed isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Waiting count={Math.min(line.entries, shownAtFirst)} />
        )}
      </Box>
    );
  const { entries, pass } = data;
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst);
  // Said once for all, above them.
  const shared = entries.length > 1 ? line.details : null;
  return (
    <Box id={id}>
      {shared && <p className="px-4 pb-1.5 text-xs text-pretty text-ink-2 md:pe-5 md:ps-[120px]">{shared}</p>}
      <ul>
        {shown.map((entry) => (
          <Result
            key={entry.id}
            entry={entry}
            isAlone={entries.length === 1}
            isShared={shared !== null}
            isInOneSheet={line.sheetName !== null && entries.length > 1}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-1 pb-2.5 text-xs text-ink-2 md:pe-5 md:ps-[120px]">
        {pass && <span>{passCostText(pass)}</span>}
        {entries.length === lineEntriesShown && <span>These are the newest {lineEntriesShown} results.</span>}
        {shown.length < entries.length && (
          <button type="button" className={link} onClick={() => setWhole(true)}>
            Show all {entries.length}
          </button>
        )}
      </div>
    </Box>
  );
}

const link = 'font-semi text-accent hover:underline';

function Box({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="border-t border-dashed border-line pt-1.5">
      {children}
    </div>
  );
}

function Failed({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex items-center gap-3 px-4 pb-2 text-sm text-ink-2 md:ps-[120px]">
      {loadFailure}
      <Button size="sm" pending={isFetching} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

function Waiting({ count }: { count: number }) {
  return (
    <Loading label="Loading the results" className="grid px-4 pb-8 md:ps-[120px]">
      {places.slice(0, count).map((place) => (
        <span key={place} className="flex h-8 items-center">
          <Skeleton className="h-3.5 w-56 max-w-full" />
        </span>
      ))}
    </Loading>
  );
}

type ResultProps = {
  entry: LineEntry;
  /** It is the only one of its line. */
  isAlone: boolean;
  /** All of the line say the same, which stands above them. */
  isShared: boolean;
  /** All of the line are about one sheet: what differs is the automation. */
  isInOneSheet: boolean;
};

/** What came of one dropdown. */
function Result({ entry, isAlone, isShared, isInOneSheet }: ResultProps) {
  const { configurationId } = entry;
  const details = isShared ? null : describeDetails(entry);
  const isPlain = entry.outcome === 'changed' && entry.status === 'success';
  return (
    <li className="grid min-h-8 grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2 px-4 py-1.5 text-sm text-ink-2 md:gap-x-3 md:pe-5 md:ps-[120px]">
      <span className="mt-0.5 flex">
        <StatusMark {...entry} />
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <ResultText entry={entry} isPlain={isPlain || isShared} isInOneSheet={isInOneSheet} />
        {(isAlone || !isPlain) && details && <p className="text-xs text-pretty">{details}</p>}
        {isAlone && entry.keyName !== null && (
          <p className="text-xs">
            By the API key <Name>{entry.keyName}</Name>
          </p>
        )}
        {isAlone && configurationId !== null && (
          <Link to="/automations/$id" params={{ id: configurationId }} className={`text-xs ${link}`}>
            Open the automation
          </Link>
        )}
      </div>
      {isAlone || configurationId === null ? (
        <ChangeChips {...describeChanges(entry)} />
      ) : (
        <span className="flex items-center gap-2">
          <ChangeChips {...describeChanges(entry)} />
          <Link
            to="/automations/$id"
            params={{ id: configurationId }}
            aria-label={`Open ${isolated(entry.configurationName ?? 'the automation')}`}
            className={`text-xs ${link}`}
          >
            Open
          </Link>
        </span>
      )}
    </li>
  );
}

type ResultTextProps = {
  entry: LineEntry;
  /** Its mark and its figures say all. */
  isPlain: boolean;
  isInOneSheet: boolean;
};

function ResultText({ entry, isPlain, isInOneSheet }: ResultTextProps) {
  const { configurationName, target, outcome } = entry;
  if (configurationName === null) return describePlainly(entry).text;
  return (
    <>
      {target && outcome && !isInOneSheet ? (
        <>
          <Name>{target.sheetName}</Name> · <Name>{target.columnName}</Name>
        </>
      ) : (
        <Name>{configurationName}</Name>
      )}
      {!isPlain && ` ${describePlainly(entry).text}`}
    </>
  );
}
