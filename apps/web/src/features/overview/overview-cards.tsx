import type { Stats } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { SparkBars } from '@picksync/ui/spark-bars.tsx';
import { Link } from '@tanstack/react-router';
import { useAuthStatus } from '../../api/session.queries.ts';
import { Figure, FigureGrid, places, Reason } from './figure.tsx';
import { attention, dayBars, trialText, weeklyChange } from './overview.phrases.ts';

function number(figure: number) {
  return figure.toLocaleString('en-US');
}

function Updates({ stats, now }: { stats: Stats; now: Date }) {
  const timeZone = useAuthStatus().user?.timeZone ?? undefined;
  return (
    <Figure title="Sheet Updates" figure={number(stats.updates)} className={places.charted}>
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

function ViewPlans() {
  return (
    <Link
      to="/subscription"
      className={`${buttonClass({ size: 'sm', variant: 'quiet' })} -mr-2 forced-colors:border-0`}
    >
      View Plans
    </Link>
  );
}

function Usage({ stats }: { stats: Stats }) {
  const trial = trialText(stats);
  return (
    <Figure title="Subscription Usage" aside={<ViewPlans />} className={places.wholeLine}>
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

/** The figures of the account, each with its reason beside it. */
export function OverviewCards({ stats, now }: { stats: Stats; now: Date }) {
  return (
    <FigureGrid>
      <Figure title="Active Automations" figure={number(stats.activeAutomations)}>
        <Reason>{attention(stats)}</Reason>
      </Figure>
      <Updates stats={stats} now={now} />
      <Figure title="Error Count" figure={number(stats.errors)}>
        <Reason>{number(stats.errorsLast7Days)} logged in the last 7 days</Reason>
      </Figure>
      <Usage stats={stats} />
    </FigureGrid>
  );
}
