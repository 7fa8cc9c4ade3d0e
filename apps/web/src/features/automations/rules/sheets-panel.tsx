import { pluralize, type Rule, type RuleMatch } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatAgo } from '../../../ui/dates.ts';
import { FilterButtons } from '../page/filter-buttons.tsx';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';
import { SheetLink } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { MatchActions } from './match-actions.tsx';
import {
  describeMatch,
  findSharedNotes,
  isLeftOut,
  isNew,
  needsSomebody,
  type SharedNote,
} from './match-texts.ts';

type SheetsPanelProps = { rule: Rule; matches: readonly RuleMatch[] };

/** How many rows are listed at first. */
const listedAtFirst = 12;

const labels = { all: 'All', needs: 'Needs you', fresh: 'New', out: 'Left out' };

type Filter = keyof typeof labels;

const filters = Object.keys(labels) as Filter[];

/** The sheets of a rule: what needs somebody first, then the new ones, then the rest, and what is left out. */
export function SheetsPanel({ rule, matches }: SheetsPanelProps) {
  const now = useNow();
  const [filter, setFilter] = useState<Filter>('all');
  const [isWhole, setWhole] = useState(false);
  const [isOutShown, setOutShown] = useState(false);
  const { isLooking } = rule;
  const byFilter: Record<Filter, readonly RuleMatch[]> = {
    all: matches,
    needs: matches.filter(needsSomebody),
    fresh: matches.filter((match) => isNew(match, now)),
    out: matches.filter((match) => isLeftOut(match, isLooking)),
  };
  const found = byFilter[filter];
  // What is left out needs nobody, so of a long list it is shown where somebody asks for it.
  const isFolded = filter === 'all' && !isOutShown && found.length > listedAtFirst;
  const listed = isFolded ? found.filter((match) => !isLeftOut(match, isLooking)) : found;
  const shown = isWhole ? listed : listed.slice(0, listedAtFirst);
  const folded = found.length - listed.length;
  const shared = findSharedNotes(listed, now);
  const saidAbove = new Set(shared.map(({ note }) => note));
  return (
    <PagePanel
      title="Sheets"
      filter={
        <FilterButtons
          label="Show"
          options={filters.map((value) => ({ value, label: labels[value], count: byFilter[value].length }))}
          value={filter}
          onChange={setFilter}
        />
      }
    >
      {found.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-sm text-ink-2 md:px-5">
          {matches.length === 0
            ? isLooking
              ? 'Looking into the folder.'
              : 'No sheet matches yet. The first one with this column is taken up.'
            : 'None of its sheets.'}
        </p>
      ) : (
        <div className="@container">
          {shared.length > 0 && <SharedNotes shared={shared} />}
          <div aria-hidden="true" className={cx(rowClass, headClass)}>
            <span>Sheet</span>
            <span>State</span>
            <span>Last Update</span>
            <span className="text-end">Actions</span>
          </div>
          <ul aria-label="Sheets">
            {shown.map((match) => (
              <SheetRow key={match.id} {...{ rule, match, saidAbove }} />
            ))}
          </ul>
        </div>
      )}
      {(listed.length > listedAtFirst || folded > 0) && (
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
          {listed.length > listedAtFirst && (
            <PanelButton onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show ${listed.length - shown.length} more`}
            </PanelButton>
          )}
          {folded > 0 && (
            <PanelButton
              onClick={() => {
                setOutShown(true);
                setWhole(true);
              }}
            >
              {`Show ${outText(found.filter((match) => isLeftOut(match, isLooking)))}`}
            </PanelButton>
          )}
        </div>
      )}
    </PagePanel>
  );
}

/** Returns how many sheets do not follow, in words. */
function outText(matches: readonly RuleMatch[]): string {
  const gone = matches.filter(({ state }) => state === 'gone').length;
  const out = matches.length - gone;
  return [out > 0 && `${out} left out`, gone > 0 && `${gone} gone`].filter(Boolean).join(', ');
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm @beside:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem_11rem] md:px-5';

/** Heads only where there are columns. */
const headClass = 'bg-sunken py-1.5! text-xs! font-semi text-ink-2 @max-beside:hidden';

/** What holds of several sheets, once instead of in each of their rows. */
function SharedNotes({ shared }: { shared: readonly SharedNote[] }) {
  return (
    <ul aria-label="Several sheets" className="grid gap-2.5 border-t border-line px-4 py-3 text-sm md:px-5">
      {shared.map(({ tone, word, note, count }) => (
        <li key={note}>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={tone}>{word}</Badge>
            <span className="tabular font-semi">{pluralize(count, 'sheet')}</span>
          </p>
          <p className="mt-0.5 text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{note}</p>
        </li>
      ))}
    </ul>
  );
}

type SheetRowProps = {
  rule: Rule;
  match: RuleMatch;
  /** The notes that need not be repeated. */
  saidAbove: ReadonlySet<string>;
};

function SheetRow({ rule, match, saidAbove }: SheetRowProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const { sheetName, sheetPermalink, configuration, state } = match;
  const { tone, word, note } = describeMatch(match, now, rule.isLooking);
  const hasButtons = state !== 'follows' || needsSomebody(match);
  return (
    <li className={rowClass}>
      <div className="min-w-0 font-semi [overflow-wrap:anywhere]">
        {configuration ? (
          <Link to="/automations/$id" params={{ id: configuration.id }} className="hover:underline">
            <Name>{sheetName}</Name>
          </Link>
        ) : (
          <Name>{sheetName}</Name>
        )}
        <p className="font-normal">
          <SheetLink permalink={sheetPermalink} sheet={sheetName} />
        </p>
      </div>
      <div className="col-span-full min-w-0 @beside:col-span-1">
        <Badge tone={tone}>{word}</Badge>
        {note && !saidAbove.has(note) && (
          <p className="mt-0.5 text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{note}</p>
        )}
      </div>
      <p className="tabular text-xs text-ink-2 @max-beside:hidden">
        {state === 'follows' && configuration ? formatAgo(configuration.lastUpdated, now) : ''}
      </p>
      <div
        // Beside the name there is room for a menu only.
        className={
          hasButtons
            ? '@max-beside:col-span-full @max-beside:not-empty:mt-1'
            : '@max-beside:col-start-2 @max-beside:row-start-1'
        }
      >
        {!isReadOnly && <MatchActions ruleId={rule.id} match={match} />}
      </div>
    </li>
  );
}
