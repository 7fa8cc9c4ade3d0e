import { isolated, pluralize } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { BareCheckbox } from '@picksync/ui/checkbox.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useState } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatAgoWithin } from '../../../ui/dates.ts';
import { PreviewFrame } from '../form/preview/preview-frame.tsx';
import { countAfter, findTitles, type RuleEntries, type ShownMatch, showMatches } from './rule-values.ts';
import type { RulePreviewState } from './use-rule-preview.ts';

type RulePreviewPanelProps = {
  entries: RuleEntries;
  /** What is missing before the place can be looked at, in a sentence; null where nothing is. */
  missing: string | null;
  state: RulePreviewState;
  /** The folder could not be looked into, and the rest of the edit needs no look. */
  savesUnseen: boolean;
  onChange: (change: Partial<RuleEntries>) => void;
};

/** Every sheet of the place: what would be written to each, what asks first, and what is left out and why. */
export function RulePreviewPanel({ entries, missing, state, savesUnseen, onChange }: RulePreviewPanelProps) {
  const { sheets, last, isOver, error, retry } = state;
  if (missing !== null)
    return (
      <PreviewFrame title="Nothing to show yet">
        <p className="text-xs text-ink-2">{missing}</p>
      </PreviewFrame>
    );
  if (error)
    return (
      <PreviewFrame title="The folder could not be looked into">
        <div className="grid justify-items-start gap-2 rounded-md bg-bad-soft px-3 py-2.5 text-sm forced-colors:border">
          <p>{getMessage(error, 'Please try again.')}</p>
          {savesUnseen && (
            <p>The name and the options can be saved all the same. The sheets that follow get them.</p>
          )}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      </PreviewFrame>
    );
  const shown = showMatches(sheets, entries);
  const following = shown.filter(({ isIn }) => isIn);
  if (!isOver || !last)
    return (
      <PreviewFrame title="Looking into the folder" isBusy>
        <p className="tabular text-sm">
          {last
            ? `${last.looked} of ${pluralize(last.total, 'sheet')} so far, ${following.length} match.`
            : 'This takes a moment for large folders.'}
        </p>
        <ProgressBar label="Sheets looked at" value={last?.looked ?? 0} max={last?.total ?? 1} />
      </PreviewFrame>
    );
  if (shown.every(({ match }) => match.state === 'no_column'))
    return <NoMatch entries={entries} state={state} onChange={onChange} />;
  return (
    <PreviewFrame
      title={`${pluralize(following.length, 'sheet')} would follow`}
      note={<Looked state={state} />}
    >
      <Figures shown={shown} state={state} />
      {following.length === 1 && (
        <p className="text-sm text-pretty">
          {`${isolated(following[0]?.match.sheetName ?? '')}, and every new sheet with a column called ${isolated(entries.columnTitle)}.`}
        </p>
      )}
      <Following shown={following} entries={entries} onChange={onChange} />
      <LeftOut shown={shown.filter(({ isIn }) => !isIn)} entries={entries} onChange={onChange} />
    </PreviewFrame>
  );
}

function Looked({ state: { last, unread } }: { state: RulePreviewState }) {
  const now = useNow();
  if (!last) return null;
  const missed = [
    last.unreadableFolders > 0 && `${pluralize(last.unreadableFolders, 'folder')} could not be read.`,
    unread > 0 && `${pluralize(unread, 'sheet')} could not be read.`,
  ].filter(Boolean);
  return (
    <p className="tabular text-xs text-pretty text-ink-2">
      {`${pluralize(last.total, 'sheet')} in ${pluralize(last.folders, 'folder')}. Read ${formatAgoWithin(last.lookedAt, now)}, stored nowhere. ${missed.join(' ')}`.trim()}
    </p>
  );
}

function Figures({ shown, state: { last } }: { shown: readonly ShownMatch[]; state: RulePreviewState }) {
  const following = shown.filter(({ isIn }) => isIn);
  const asking = following.filter(({ match }) => match.firstSync?.needsReview).length;
  const after = countAfter(shown, last?.configurationCount ?? 0);
  const limit = last?.configurationLimit ?? 0;
  const figure = 'text-xl font-bold tracking-[-0.01em]';
  return (
    <dl className="tabular grid grid-cols-[1fr_1fr_1fr_auto] gap-2 text-xs text-ink-2">
      <div className="flex flex-col-reverse justify-end">
        <dt>are written</dt>
        <dd className={`${figure} text-good`}>{following.length - asking}</dd>
      </div>
      <div className="flex flex-col-reverse justify-end">
        <dt>{asking === 1 ? 'asks you first' : 'ask you first'}</dt>
        <dd className={`${figure} ${asking > 0 ? 'text-warn' : 'text-ink'}`}>{asking}</dd>
      </div>
      <div className="flex flex-col-reverse justify-end">
        <dt>left out</dt>
        <dd className={`${figure} text-ink`}>{shown.length - following.length}</dd>
      </div>
      <div className="flex flex-col-reverse justify-end">
        <dt>configurations</dt>
        <dd className={`${figure} ${after > limit ? 'text-warn' : 'text-ink'}`}>{`${after} of ${limit}`}</dd>
      </div>
    </dl>
  );
}

type MatchesProps = {
  shown: readonly ShownMatch[];
  entries: RuleEntries;
  onChange: (change: Partial<RuleEntries>) => void;
};

/** How many rows are listed before somebody asks for the others. */
const listedAtFirst = 7;

function Following({ shown, entries, onChange }: MatchesProps) {
  const [isWhole, setWhole] = useState(false);
  // What asks stands in sight.
  const sorted = shown.toSorted(
    (one, other) =>
      Number(other.match.firstSync?.needsReview ?? false) - Number(one.match.firstSync?.needsReview ?? false),
  );
  const listed = isWhole || sorted.length <= listedAtFirst + 1 ? sorted : sorted.slice(0, listedAtFirst);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Sheets that would follow" className="rounded-md border border-line bg-surface text-sm">
      {listed.map((one) => (
        <MatchRow key={one.match.sheetId} shown={one} entries={entries} onChange={onChange} />
      ))}
      {listed.length < sorted.length && (
        <MoreRow
          onClick={() => setWhole(true)}
        >{`${sorted.length - listed.length} more that follow`}</MoreRow>
      )}
    </ul>
  );
}

function LeftOut({ shown, entries, onChange }: MatchesProps) {
  const [isWhole, setWhole] = useState(false);
  const without = shown.filter(({ match }) => match.state === 'no_column');
  const others = shown.filter(({ match }) => match.state !== 'no_column');
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semi">Left out</h3>
      <ul aria-label="Sheets that are left out" className="rounded-md border border-line bg-surface text-sm">
        {others.map((one) => (
          <MatchRow key={one.match.sheetId} shown={one} entries={entries} onChange={onChange} />
        ))}
        {isWhole || without.length === 1
          ? without.map((one) => (
              <MatchRow key={one.match.sheetId} shown={one} entries={entries} onChange={onChange} />
            ))
          : without.length > 0 && (
              <MoreRow onClick={() => setWhole(true)}>
                {`${without.length} without a column called ${isolated(entries.columnTitle)}`}
              </MoreRow>
            )}
      </ul>
    </div>
  );
}

function MoreRow({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <li className="border-t border-line px-3 py-2 first:border-t-0">
      <button
        type="button"
        onClick={onClick}
        className="rounded-sm text-sm font-semi text-accent hover:underline"
      >
        {children}
      </button>
    </li>
  );
}

type MatchRowProps = Omit<MatchesProps, 'shown'> & { shown: ShownMatch };

function MatchRow({ shown: { match, isIn, canTick, note }, entries, onChange }: MatchRowProps) {
  const { sheetId, sheetName, firstSync, takeOver, choices, state } = match;
  const { excluded, takenOver, chosenColumns } = entries;
  const tick = (wanted: boolean) =>
    onChange({
      excluded: wanted ? excluded.filter((id) => id !== sheetId) : [...excluded, sheetId],
    });
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line px-3 py-2 first:border-t-0">
      <BareCheckbox
        aria-label={`Follow: ${isolated(sheetName)}`}
        checked={isIn}
        disabled={!canTick}
        onChange={tick}
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Name>{sheetName}</Name>
        <p className="text-xs text-pretty text-ink-2">{note}</p>
        {state === 'choose' && !isIn && canTick === false && choices.length > 0 && (
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {choices.map((choice) => (
              <Button
                key={choice.columnId}
                size="sm"
                aria-label={`Choose ${isolated(choice.columnName)} in ${isolated(sheetName)}`}
                onClick={() => onChange({ chosenColumns: { ...chosenColumns, [sheetId]: choice } })}
              >
                {choice.columnName}
              </Button>
            ))}
          </div>
        )}
      </div>
      {isIn && firstSync && <ChangeChips added={firstSync.added} removed={firstSync.removed} />}
      {!isIn && state === 'taken' && takeOver && !canTick && (
        <Button
          size="sm"
          aria-label={`Take over ${isolated(sheetName)}`}
          onClick={() => onChange({ takenOver: [...takenOver, sheetId] })}
        >
          Take it over
        </Button>
      )}
    </li>
  );
}

function noMatchText(count: number, title: string): string {
  return count === 1
    ? `The one sheet has no column called ${title} to fill. You can create the rule and it waits for the first one.`
    : `None of the ${count} sheets has a column called ${title} to fill. You can create the rule and it waits for the first one.`;
}

type NoMatchProps = Pick<RulePreviewPanelProps, 'entries' | 'state' | 'onChange'>;

/** No sheet has such a column: the rule waits for the first one, or takes a title that others have. */
function NoMatch({ entries, state: { sheets }, onChange }: NoMatchProps) {
  const titles = findTitles(sheets).slice(0, 3);
  return (
    <PreviewFrame title="No sheet matches yet">
      <p className="text-sm text-pretty">{noMatchText(sheets.length, isolated(entries.columnTitle))}</p>
      <div className="flex flex-wrap gap-2">
        {titles.map(({ title, count }) => (
          <Button key={title} size="sm" onClick={() => onChange({ columnTitle: title })}>
            {`Use ${isolated(title)}, in ${pluralize(count, 'sheet')}`}
          </Button>
        ))}
      </div>
    </PreviewFrame>
  );
}
