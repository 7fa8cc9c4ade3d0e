import { Badge } from '@picksync/ui/badge.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { AffectedAutomations } from './cancel-dialog.tsx';
import type { Fact, StatusNote } from './next-facts.ts';
import { StatusAction } from './plan-buttons.tsx';
import { statusFacts } from './status-facts.ts';
import type { PlanActions } from './use-plan-actions.ts';
import { useActivation } from './use-plan-actions.ts';

/** Up to how many configurations each is a cell of its own. */
const mostCells = 20;

const gap: CSSProperties['maskImage'] = 'linear-gradient(90deg, #000 calc(100% - 2px), #0000 0)';

function cells(count: number): CSSProperties {
  return { maskImage: gap, maskSize: `calc((100% + 2px) / ${count})` };
}

/** How many of the configurations of a plan are used. */
function UsageBar({ used, available }: { used: number; available: number }) {
  return (
    <div style={available > 1 && available <= mostCells ? cells(available) : undefined}>
      <ProgressBar label="Configurations used" value={used} max={available} className="h-2!" />
    </div>
  );
}

const frame =
  'grid grid-cols-2 gap-x-6 gap-y-4 px-4 pb-4 md:px-5 md:pb-5 @columns:grid-cols-[1.4fr_1.1fr_1.1fr_1.2fr]';
const titleBar =
  'flex min-h-[58px] flex-wrap items-center justify-between gap-x-3 gap-y-1.5 px-4 py-3 md:px-5';

function Column({ label, value, note, children }: Fact & { label: string; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs/5.5 font-medium text-ink-3">{label}</dt>
      <dd className="leading-6 font-semi break-words">
        {value}
        {children}
        {note && <span className="block text-xs font-normal text-ink-2">{note}</span>}
      </dd>
    </div>
  );
}

type StatusCardProps = { current: CurrentSubscription; plans: readonly Plan[]; actions: PlanActions };

/** The current subscription: four columns in every state, and beneath them what happens next and what to do. */
export function StatusCard({ current, plans, actions }: StatusCardProps) {
  const now = useNow();
  useActivation(current);
  const { configsUsed: used, configsAvailable: available } = current;
  const { badge, plan, billing, date, usage, note } = statusFacts({ current, plans, now });
  return (
    <section
      aria-labelledby="current-subscription"
      className="@container overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className={titleBar}>
        <h2 id="current-subscription" className="text-lg font-bold tracking-[-0.008em]">
          Current Subscription
        </h2>
        <Badge tone={badge.tone} spinning={badge.isBusy ?? false}>
          {badge.text}
        </Badge>
      </header>
      <dl className={frame}>
        <Column label="Plan" {...plan} />
        <Column label="Billing" {...billing} />
        <Column {...date} />
        <Column label="Configurations" value={`${used} of ${available}`} note={usage}>
          <span className="block pt-1 pb-0.5">
            <UsageBar used={used} available={available} />
          </span>
        </Column>
      </dl>
      {note && <Note note={note} current={current} actions={actions} />}
    </section>
  );
}

type NoteProps = { note: StatusNote; current: CurrentSubscription; actions: PlanActions };

/** What is about to happen, which automations it concerns, and what can be done about it. */
function Note({ note, current, actions }: NoteProps) {
  return (
    <div className="flex min-h-[55px] flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-2.5 text-sm md:px-5">
      {(note.title || note.text) && (
        <div className="grid min-w-0 flex-[1_1_16rem] gap-1.5">
          <p className="text-pretty">
            {note.title && <b className="font-semi">{note.title} </b>}
            {note.text}
          </p>
          {note.affectsByPlan !== undefined && <AffectedAutomations planId={note.affectsByPlan} />}
        </div>
      )}
      {note.actions.length > 0 && (
        <div className="flex flex-wrap gap-2 md:ms-auto">
          {note.actions.map((action) => (
            <StatusAction key={action} action={action} current={current} actions={actions} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The same card while it is loading. */
export function StatusCardSkeleton() {
  const column = (
    <span className="grid content-start gap-2 pt-1.5">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="h-4 w-28 max-w-full" />
      <Skeleton className="h-3 w-20 max-w-full" />
    </span>
  );
  return (
    <div className="@container rounded-lg border border-line bg-surface">
      <div className={titleBar}>
        <span className="text-lg font-bold tracking-[-0.008em]">Current Subscription</span>
        <Skeleton className="h-[22px] w-36 rounded-full" />
      </div>
      <div className={frame}>
        {column}
        {column}
        {column}
        {column}
      </div>
      <div className="flex min-h-[55px] items-center border-t border-line px-4 md:px-5">
        <Skeleton className="h-3.5 w-80 max-w-full" />
      </div>
    </div>
  );
}
