import {
  isolated,
  type ListNoun,
  pluralize,
  type Rule,
  type RuleMatch,
  toListNoun,
} from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { matchesQuery, ruleQuery } from '../../../api/rules.queries.ts';
import { statsQuery } from '../../../api/stats.queries.ts';
import { useLive } from '../../../stores/live.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { NotThere, unknownText } from '../not-there.tsx';
import { FlowEnd, FlowFrame, FlowVia, ManySheetsPicture, SourcePicture } from '../page/flow-parts.tsx';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { LookNow } from './look-now.tsx';
import { goneText, listNews } from './match-texts.ts';
import { RuleActions, type RuleDialog } from './rule-actions.tsx';
import { listRuleStates } from './rule-counts.ts';
import { countConfigurationsText, ruleFreshness, ruleSentences, unreadableText } from './rule-sentences.ts';
import { SheetsPanel } from './sheets-panel.tsx';

/** How often a page that the server does not tell of changes asks while a folder is looked into. */
const whileLookingMs = 2000;

/** The page of a rule. The server tells when it has changed, and when a look at its folder has ended. */
export function RuleView({ id }: { id: string }) {
  const isLive = useLive((live) => live.isLive);
  const rule = useQuery({
    ...ruleQuery(id),
    refetchInterval: ({ state }) => !isLive && state.data?.isLooking === true && whileLookingMs,
  });
  const isLooking = rule.data?.isLooking ?? false;
  const matches = useQuery({
    ...matchesQuery(id),
    refetchInterval: !isLive && isLooking && whileLookingMs,
  });
  // Where the server tells of changes, both are loaded again at once.
  useReloadMatches(isLive ? undefined : rule.data);
  if (rule.data && matches.data) return <Found rule={rule.data} matches={matches.data} />;
  const error = rule.error ?? matches.error;
  if (!error)
    return (
      <Loading label="Loading the rule" className="grid gap-4">
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-[118px] rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </Loading>
    );
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed'))
    return <NotThere title="This rule is not there" text={unknownText} />;
  const retry = () => void Promise.all([rule.refetch(), matches.refetch()]);
  return <ErrorState message="This rule could not be loaded." onRetry={retry} />;
}

/** Loads the sheets of a rule again when what the rule says of them has changed, so that both tell the same. */
function useReloadMatches(rule: Rule | undefined): void {
  const queryClient = useQueryClient();
  const told = rule && JSON.stringify([rule.isLooking, rule.lookedAt, rule.isActive, rule.counts]);
  const known = useRef<string>(undefined);
  const { id } = rule ?? {};
  useEffect(() => {
    if (id && known.current && known.current !== told)
      void queryClient.invalidateQueries({ queryKey: matchesQuery(id).queryKey });
    known.current = told;
  }, [queryClient, id, told]);
}

const looking = { tone: 'accent', word: 'Looking' } as const;

type FoundProps = { rule: Rule; matches: readonly RuleMatch[] };

function Found({ rule, matches }: FoundProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const [open, setOpen] = useState<RuleDialog>(null);
  const edit = () => setOpen('edit');
  usePageTitle(rule.name);
  const states = rule.isLooking ? [looking] : listRuleStates(rule);
  const noun = findNoun(matches);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <Link to="/configurations" className="rounded-sm text-xs text-ink-2 hover:underline">
            Configurations
          </Link>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:pb-1.5">
            <h1 className="min-w-0 text-xl font-bold tracking-[-0.014em] [overflow-wrap:anywhere]">
              <Name>{rule.name}</Name>
            </h1>
            {states.map(({ tone, word }) => (
              <Badge key={word} tone={tone} spinning={rule.isLooking}>
                {word}
              </Badge>
            ))}
          </div>
          <p className="tabular text-md text-pretty text-ink-2">
            {ruleFreshness(rule, now)} <LookNow rule={rule} />
          </p>
        </div>
        <RuleActions rule={rule} open={open} onOpen={setOpen} />
      </header>
      {rule.unreadableSince && (
        <Alert
          tone="bad"
          title="Folder not found"
          action={
            !isReadOnly && (
              <Button size="sm" onClick={edit}>
                Choose a folder
              </Button>
            )
          }
        >
          {unreadableText(rule, now)}
        </Alert>
      )}
      <Flow rule={rule} optionCount={findOptionCount(matches)} noun={noun} />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <SheetsPanel rule={rule} matches={matches} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
            <News matches={matches} now={now} />
            <PagePanel
              title="Settings"
              actions={
                !isReadOnly && (
                  <PanelButton label="Edit the settings" onClick={edit}>
                    Edit
                  </PanelButton>
                )
              }
            >
              <div className="grid gap-2.5 px-4 pb-4 text-sm md:px-5">
                {ruleSentences(rule, noun).map((sentence) => (
                  <p key={sentence} className="text-pretty [overflow-wrap:anywhere]">
                    {sentence}
                  </p>
                ))}
              </div>
            </PagePanel>
            <Usage />
          </div>
        </div>
      </div>
    </>
  );
}

/** Returns what the lists of a rule hold: contacts where every column that it fills is a contact column. */
function findNoun(matches: readonly RuleMatch[]): ListNoun {
  const filled = matches.flatMap(({ configuration }) => configuration ?? []);
  return toListNoun({
    fillsContacts: filled.length > 0 && filled.every(({ fillsContacts }) => fillsContacts),
  });
}

/** Returns how many entries the lists have; null unless all that are in sync have as many. */
function findOptionCount(matches: readonly RuleMatch[]): number | null {
  const counts = matches.flatMap(({ state, configuration }) =>
    state === 'follows' && configuration?.lastRun && configuration.lastError === null
      ? [configuration.lastRun.optionCount]
      : [],
  );
  const [first = null] = counts;
  return counts.every((count) => count === first) ? first : null;
}

type FlowProps = { rule: Rule; optionCount: number | null; noun: ListNoun };

/** Source and destinations of the rule, and how fast new sheets follow. */
function Flow({ rule, optionCount, noun }: FlowProps) {
  const { sourceSheetName, sourceColumnName, counts, place, columnTitle, mode, newSheets, isActive } = rule;
  const options = optionCount === null ? '' : ` · ${pluralize(optionCount, noun)}`;
  const news = newSheets === 'take_up' ? 'new sheets within 15 min' : 'new sheets ask you first';
  return (
    <FlowFrame>
      <FlowEnd
        term="Source"
        sheet={sourceSheetName}
        permalink={null}
        column={isolated(sourceColumnName)}
        picture={<SourcePicture />}
      />
      <FlowVia mode={mode} isStopped={!isActive}>
        <p className="text-pretty">{isActive ? news : 'paused'}</p>
      </FlowVia>
      <FlowEnd
        term="Destination"
        sheet={`${pluralize(counts.follows, 'sheet')} in ${isolated(place.name)}`}
        permalink={null}
        column={`${isolated(columnTitle)}${options}`}
        picture={<ManySheetsPicture />}
      />
    </FlowFrame>
  );
}

/** What was taken up and what is gone this week; draws nothing where nothing has happened. */
function News({ matches, now }: { matches: readonly RuleMatch[]; now: Date }) {
  const { takenUp, gone } = listNews(matches, now);
  if (takenUp.length + gone.length === 0) return null;
  const named = takenUp.slice(0, takenUp.length > 4 ? 3 : 4).map(({ sheetName }) => isolated(sheetName));
  const others = takenUp.length - named.length;
  const names = new Intl.ListFormat('en-US').format(others > 0 ? [...named, `${others} others`] : named);
  return (
    <PagePanel title="This week">
      <div className="grid gap-2.5 px-4 pb-4 text-sm md:px-5">
        {takenUp.length > 0 && (
          <div>
            <p className="font-semi">{takenUp.length} taken up</p>
            <p className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">{names}</p>
          </div>
        )}
        {gone.length > 0 && (
          <div>
            <p className="font-semi">{gone.length} gone</p>
            {gone.map((match) => (
              <p key={match.id} className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">
                {goneText(match)}
              </p>
            ))}
          </div>
        )}
      </div>
    </PagePanel>
  );
}

/** How much of the plan is used. */
function Usage() {
  const { data } = useQuery(statsQuery);
  if (!data) return null;
  const { configurationCount, configurationLimit } = data;
  return (
    <PagePanel title={countConfigurationsText(configurationCount, configurationLimit)}>
      <div className="grid gap-2 px-4 pb-4 md:px-5">
        <ProgressBar label="Configurations used" value={configurationCount} max={configurationLimit} />
        <p className="text-xs text-pretty text-ink-2">
          Each sheet that follows counts as one. What is left out or gone does not.
        </p>
      </div>
    </PagePanel>
  );
}
