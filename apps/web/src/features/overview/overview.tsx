import { formatNumber, type Stats } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { SparkBars } from '@picksync/ui/spark-bars.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { authStatusQuery, useAuthStatus } from '../../api/session.queries.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { attention, dayBars, trialText, weeklyChange } from './overview-texts.ts';
import { useStats } from './use-stats.ts';

function OverviewSkeleton() {
  const count = <Skeleton className="my-1 h-6 w-10" />;
  const reason = <Skeleton className="h-3.5 w-24 max-w-full" />;
  return (
    <Loading label="Loading the overview">
      <FigureGrid>
        <Figure title="Active Automations" figure={count}>
          <Reason>{reason}</Reason>
        </Figure>
        <Figure title="Sheet Updates" figure={count} className={places.charted}>
          <Reason>{reason}</Reason>
          <Skeleton className={places.chart} />
        </Figure>
        <Figure title="Error Count" figure={count}>
          <Reason>{reason}</Reason>
        </Figure>
        <Figure title="Subscription Usage" className={places.wholeLine}>
          <Skeleton className={cx('h-1.5', places.bar)} />
          <Skeleton className="h-5 w-32 max-w-full" />
        </Figure>
      </FigureGrid>
    </Loading>
  );
}

/** The figures, each with its reason beneath it. */
function LoadedOverview() {
  const queryClient = useQueryClient();
  const stats = useStats();
  const { smartsheetState } = useAuthStatus();
  const differs = stats.connection.state !== smartsheetState;
  useEffect(() => {
    // Smartsheet may have refused the connection since the page was opened.
    if (differs) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [differs, queryClient]);
  return (
    <FigureGrid>
      <Figure title="Active Automations" figure={formatNumber(stats.activeAutomations)}>
        <Reason>{attention(stats)}</Reason>
      </Figure>
      <Updates stats={stats} />
      <Figure title="Error Count" figure={formatNumber(stats.errors)}>
        <Reason>{formatNumber(stats.errorsLast7Days)} logged in the last 7 days</Reason>
      </Figure>
      <Usage stats={stats} />
    </FigureGrid>
  );
}

/** The figures of the account at the top of the dashboard. */
export function Overview() {
  return (
    <PanelBoundary
      skeleton={<OverviewSkeleton />}
      failure={(retry) => (
        <Card className="p-0!">
          <ErrorState message="The overview could not be loaded. Please try again." onRetry={retry} />
        </Card>
      )}
    >
      <LoadedOverview />
    </PanelBoundary>
  );
}

function Updates({ stats }: { stats: Stats }) {
  const now = useNow();
  const timeZone = useAuthStatus().user?.timeZone ?? undefined;
  return (
    <Figure title="Sheet Updates" figure={formatNumber(stats.updates)} className={places.charted}>
      <Reason>{weeklyChange(stats)}</Reason>
      <div className={places.chart}>
        <SparkBars
          label={`Updates per day of the last 7 days: ${stats.updatesPerDay.join(', ')}`}
          bars={dayBars(stats.updatesPerDay, now, timeZone)}
        />
      </div>
    </Figure>
  );
}

function Usage({ stats }: { stats: Stats }) {
  const { user } = useAuthStatus();
  const now = useNow();
  const trial = user ? trialText(stats, user, now) : null;
  return (
    <Figure
      title="Subscription Usage"
      aside={
        <Link
          to="/subscription"
          className={`${buttonClass({ size: 'sm', variant: 'quiet' })} -me-2 forced-colors:border-0`}
        >
          View Plans
        </Link>
      }
      className={places.wholeLine}
    >
      <ProgressBar
        label="Configurations used"
        value={stats.configsUsed}
        max={stats.configsAvailable}
        className={places.bar}
      />
      <div className="flex flex-wrap justify-between gap-x-3 text-sm @max-[20rem]:text-xs/5">
        <span>
          {stats.configsUsed} of {stats.configsAvailable} configurations
        </span>
        {trial && <span className="text-warn">{trial}</span>}
      </div>
    </Figure>
  );
}

type FigureProps = {
  title: string;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  figure?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A card of the overview: its title, the figure, and the reason. */
function Figure({ title, aside, figure, className, children }: FigureProps) {
  const isCounted = figure !== undefined;
  return (
    <Card
      role="group"
      aria-label={title}
      className={cx('@max-[30rem]:px-2.5! @max-[30rem]:py-2!', className)}
    >
      <div
        className={cx(
          'flex h-[1.125rem] items-center justify-between gap-2',
          isCounted && '@max-[30rem]:h-8 @max-[30rem]:items-start',
        )}
      >
        <p className="text-xs font-medium text-ink-3 @max-[30rem]:leading-4">{title}</p>
        {aside}
      </div>
      {isCounted && (
        <div className="tabular mt-0.5 flow-root text-2xl font-bold tracking-[-0.02em]">{figure}</div>
      )}
      {children}
    </Card>
  );
}

/** The reason for a figure; on a phone it always takes two lines, on the narrowest three. */
function Reason({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-[1lh] text-xs text-ink-3 @max-[30rem]:min-h-[2lh] @max-[20rem]:min-h-[3lh]">
      {children}
    </div>
  );
}

/**
 * The cards side by side where there is room; else two small ones over two wide ones, the first and the third sharing
 * the first line. On a phone three small ones over a flat one, so that the first automation is seen beneath them.
 */
function FigureGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-flow-row-dense grid-cols-2 gap-3 md:gap-4 @max-[30rem]:grid-cols-3 @max-[30rem]:gap-2 @wide:grid-cols-[1fr_1fr_1fr_1.25fr]">
        {children}
      </div>
    </div>
  );
}

/** The places of the parts of the cards, the same while they are loading. */
const places = {
  /** A card with a chart: the whole line where the cards do not stand side by side. */
  charted: 'col-span-2 @max-[30rem]:col-span-1 @wide:col-span-1',
  chart: 'mt-2 h-7 @max-[30rem]:hidden',
  wholeLine: 'col-span-2 @max-[30rem]:col-span-3 @wide:col-span-1',
  bar: 'mt-4 mb-2.5 @max-[30rem]:mt-2 @max-[30rem]:mb-1.5',
};
