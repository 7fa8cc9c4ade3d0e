import type { PlanEffects } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { effectsQuery } from '../../../api/subscription.queries.ts';
import { counted } from '../../../ui/counted.ts';

type Affected = PlanEffects['automations'];

/** Up to how many names stand in the sentence itself. */
const mostInline = 3;

const groups = [
  { effect: 'paused', term: 'Paused then' },
  { effect: 'waits', term: 'Waiting for settings to be removed' },
] as const;

/** The automations that a plan would pause or stop, by name. `count`: how many there are, also beyond those that are named. */
export function AffectedNames({ affected, count }: { affected: Affected; count: number }) {
  if (affected.length === 0) return null;
  const lines = groups.map(({ effect, term }) => ({
    term,
    named: affected.filter((automation) => automation.effect === effect),
  }));
  const list = (
    <dl className="grid gap-1">
      {lines.map(
        ({ term, named }) =>
          named.length > 0 && (
            <div key={term}>
              <dt className="inline text-ink-2">{term}: </dt>
              <dd className="inline break-words">
                {named.map(({ id, name }, place) => (
                  <span key={id}>
                    {place > 0 && ', '}
                    <bdi className="font-medium">{name}</bdi>
                  </span>
                ))}
              </dd>
            </div>
          ),
      )}
      {count > affected.length && <p className="text-ink-2">And {count - affected.length} more.</p>}
    </dl>
  );
  if (count <= mostInline) return list;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent">
        Show the {counted(count, 'automation')}
      </summary>
      <div className="mt-1.5 max-h-48 overflow-y-auto">{list}</div>
    </details>
  );
}

/** The automations that the next plan pauses or stops, once they are loaded. */
export function AffectedAutomations({ planId }: { planId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(effectsQuery(planId));
  if (data) return <AffectedNames affected={data.automations} count={data.willPause + data.willWait} />;
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        Which ones could not be loaded.
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  return <Skeleton className="h-5 w-56 max-w-full" />;
}
