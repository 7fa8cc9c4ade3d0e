import type { Stats } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SparkBars } from '../../ui/spark-bars.tsx';
import { dayBars, trialText, weeklyChange } from './overview.phrases.ts';

type FigureProps = { title: string; figure: number; children: ReactNode };

const Figure = ({ title, figure, children }: FigureProps) => (
  <Card role="group" aria-label={title} className="min-w-0">
    <p className="text-xs font-medium text-ink-3">{title}</p>
    <p className="tabular mt-0.5 text-2xl font-bold tracking-[-0.02em]">{figure.toLocaleString('en-US')}</p>
    {children}
  </Card>
);

const Reason = ({ children }: { children: ReactNode }) => <p className="text-xs text-ink-3">{children}</p>;

const attention = ({ needsReview, configurationCount, activeAutomations }: Stats): string => {
  if (needsReview > 0) return needsReview === 1 ? '1 needs your review' : `${needsReview} need your review`;
  const paused = configurationCount - activeAutomations;
  return paused > 0 ? `${paused} paused` : 'none paused';
};

const Updates = ({ stats, now }: { stats: Stats; now: Date }) => (
  <Figure title="Sheet Updates" figure={stats.updates}>
    <Reason>{weeklyChange(stats)}</Reason>
    <div className="mt-2">
      <SparkBars
        label={`Updates per day of the last 7 days: ${stats.updatesPerDay.join(', ')}`}
        bars={dayBars(stats.updatesPerDay, now)}
      />
    </div>
  </Figure>
);

const Usage = ({ stats }: { stats: Stats }) => {
  const trial = trialText(stats);
  const used = `${stats.configsUsed} of ${stats.configsAvailable}`;
  return (
    <Card role="group" aria-label="Subscription Usage" className="min-w-0 max-lg:col-span-full lg:col-auto">
      <p className="text-xs font-medium text-ink-3">Subscription Usage</p>
      <ProgressBar
        label="Configurations used"
        value={stats.configsUsed}
        max={stats.configsAvailable}
        className="mt-4 mb-2"
      />
      <div className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span>{used} configurations</span>
        {trial && <span className="text-warn">{trial}</span>}
      </div>
    </Card>
  );
};

/** The figures of the account, each with its reason beside it. */
export const OverviewCards = ({ stats, now }: { stats: Stats; now: Date }) => (
  <div className="grid grid-cols-2 gap-4 lg:grid-cols-[1fr_1fr_1fr_1.25fr]">
    <Figure title="Active Automations" figure={stats.activeAutomations}>
      <Reason>{attention(stats)}</Reason>
    </Figure>
    <Updates stats={stats} now={now} />
    <Figure title="Error Count" figure={stats.errors}>
      <Reason>{stats.errorsLast7Days} in the last 7 days</Reason>
    </Figure>
    <Usage stats={stats} />
  </div>
);
