import { Badge } from '@picksync/ui/badge.tsx';
import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { AffectedAutomations } from './cancel-dialog.tsx';
import type { StatusNote } from './next-facts.ts';
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
  'grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-4 md:px-6 md:py-5 @columns:grid-cols-[1.5fr_1fr_1.1fr_1.5fr]';
const wide = '@max-columns:col-span-2';

function Column({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs/5.5 font-medium text-ink-3">{label}</dt>
      <dd className="leading-6.5">
        {value}
        {note && <span className="block text-xs text-ink-2">{note}</span>}
      </dd>
    </div>
  );
}

type StatusCardProps = { current: CurrentSubscription; plans: readonly Plan[]; actions: PlanActions };

/** The status of the subscription: four columns in every state, and beneath them what to do. */
export function StatusCard({ current, plans, actions }: StatusCardProps) {
  const now = useNow();
  useActivation(current);
  const { badge, name, detail, billing, date, usage, note } = statusFacts({ current, plans, now });
  return (
    <section
      aria-label="Your subscription"
      className="@container overflow-hidden rounded-lg border border-line bg-surface"
    >
      <dl className={frame}>
        <div className={wide}>
          <dt>
            <Badge tone={badge.tone} spinning={badge.isBusy ?? false}>
              {badge.text}
            </Badge>
          </dt>
          <dd>
            <span className="mt-1 block text-xl font-bold tracking-[-0.014em] break-words">{name}</span>
            <span className="block text-xs text-ink-2">{detail}</span>
          </dd>
        </div>
        <Column label="Billing" {...billing} />
        <Column {...date} />
        <div className={wide}>
          <dt className="flex justify-between gap-2 text-xs/5.5 font-medium text-ink-3">
            Configurations
            <span className="tabular">
              {current.configsUsed} of {current.configsAvailable}
            </span>
          </dt>
          <dd className="grid gap-1 pt-2">
            <UsageBar used={current.configsUsed} available={current.configsAvailable} />
            <span className="text-xs text-ink-2">{usage}</span>
          </dd>
        </div>
      </dl>
      {note && <Note note={note} current={current} actions={actions} />}
    </section>
  );
}

type NoteProps = { note: StatusNote; current: CurrentSubscription; actions: PlanActions };

/** What is about to happen, which automations it concerns, and what can be done about it. */
function Note({ note, current, actions }: NoteProps) {
  return (
    <div className="flex min-h-[55px] flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-2.5 text-sm md:px-6">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1.5">
        <p className="text-pretty">{note.text}</p>
        {note.affectsByPlan !== undefined && <AffectedAutomations planId={note.affectsByPlan} />}
      </div>
      {note.actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
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
    </span>
  );
  return (
    <div className="@container rounded-lg border border-line bg-surface">
      <div className={frame}>
        <span className={`grid content-start gap-2.5 ${wide}`}>
          <Skeleton className="h-[22px] w-36 rounded-full" />
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-3 w-32" />
        </span>
        {column}
        {column}
        <span className={`grid content-start gap-3 pt-1.5 ${wide}`}>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-3 w-24" />
        </span>
      </div>
    </div>
  );
}
