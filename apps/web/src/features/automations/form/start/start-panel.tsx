import { isolated, type Sheet, targetRefusals } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { useIsOnline } from '@picksync/ui/use-is-online.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuthStatus } from '../../../../api/session.queries.ts';
import { showToast } from '../../../../stores/toast.ts';
import { PairList } from './pair-list.tsx';
import { filterPairs, pairsNote, pairsTitle, recentText } from './start-texts.ts';
import type { Start } from './use-start.ts';

/** What an empty form can begin with, where the preview will be: likely pairs and the sheets that were changed last. */
export function StartPanel({ start }: { start: Start }) {
  const isOnline = useIsOnline();
  const { smartsheetEmail } = useAuthStatus();
  const { sheets, search, values } = start;
  if (!isOnline)
    return (
      <StartFrame title="You are offline">
        <p className="text-sm text-ink-2">
          Your sheets appear here when you are back. What you have entered stays.
        </p>
      </StartFrame>
    );
  if (sheets?.length === 0)
    return (
      <StartFrame title="No sheets yet">
        <p className="text-sm text-ink-2">
          {smartsheetEmail ?? 'Your account'} has no sheets in Smartsheet. Make one, or ask a colleague to
          share one.
        </p>
        <Button className="justify-self-start" pending={start.isListing} onClick={start.listAgain}>
          Load again
        </Button>
      </StartFrame>
    );
  const { found, error, isNone } = search;
  const isFound = found !== undefined && filterPairs(found.pairs, values).length > 0;
  const isLooking = search.isLooking && !found;
  return (
    <div className="grid content-start gap-6">
      {isFound || isLooking || isNone ? (
        <StartFrame
          title={isLooking ? 'Looking for likely pairs' : isNone ? 'No likely pairs' : pairsTitle(values)}
          note={isFound && pairsNote(values)}
        >
          <PairList start={start} />
        </StartFrame>
      ) : (
        <StartFrame title="Nothing to show yet" label="Preview">
          <p className="text-sm text-ink-2">
            Choose a source column and a column to fill to see what the first sync would do.
          </p>
          {error && <PairList start={start} />}
        </StartFrame>
      )}
      {sheets && (!values.sourceSheet || !values.targetSheet) && (
        <RecentSheets sheets={sheets} onChoose={start.chooseSheet} />
      )}
    </div>
  );
}

type StartFrameProps = { title: string; label?: string; note?: ReactNode; children: ReactNode };

function StartFrame({ title, label = title, note, children }: StartFrameProps) {
  return (
    <section aria-label={label} className="grid min-w-0 content-start gap-3">
      <div className="grid gap-0.5">
        <h2 className="text-lg leading-6 font-bold tracking-[-0.008em]">{title}</h2>
        {note && <p className="text-xs text-ink-2">{note}</p>}
      </div>
      {children}
    </section>
  );
}

const recentShown = 5;

function byChange(one: Sheet, other: Sheet): number {
  return (other.modifiedAt ?? '').localeCompare(one.modifiedAt ?? '');
}

type RecentSheetsProps = { sheets: readonly Sheet[]; onChoose: Start['chooseSheet'] };

function RecentSheets({ sheets, onChoose }: RecentSheetsProps) {
  const now = useNow();
  const { smartsheetLicensed } = useAuthStatus();
  const recent = sheets
    .filter(({ modifiedAt }) => modifiedAt !== null)
    .toSorted(byChange)
    .slice(0, recentShown);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-sheets" className="grid min-w-0 gap-2">
      <h3 id="recent-sheets" className="text-xs font-semi text-ink-2">
        Recent sheets
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {recent.map((sheet) => (
          <li
            key={sheet.id}
            className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[16px_minmax(0,1fr)_auto]"
          >
            <Table2 aria-hidden="true" className="size-4 text-ink-3" />
            <span className="min-w-0">
              <span className="block truncate font-medium">
                <Name>{sheet.name}</Name>
              </span>
              <span className="block text-xs text-ink-2">
                {recentText(sheet, { now, isLicensed: smartsheetLicensed })}
              </span>
            </span>
            <span className="flex gap-1 max-sm:col-start-2 max-sm:-ms-2.5">
              <Button
                size="sm"
                variant="quiet"
                aria-label={`${isolated(sheet.name)} as source`}
                onClick={() => onChoose('source', sheet)}
              >
                As source
              </Button>
              <ReasonedButton
                size="sm"
                variant="quiet"
                aria-label={`${isolated(sheet.name)} as destination`}
                disabledReason={sheet.writable ? undefined : targetRefusals.no_right}
                onRefused={(title) => showToast({ tone: 'neutral', title })}
                onClick={() => onChoose('target', sheet)}
              >
                As destination
              </ReasonedButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
