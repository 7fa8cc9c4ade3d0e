import type { Client } from '@picksync/client';
import { PicksyncError } from '@picksync/client';
import type { Plan, Step } from './make-plan.ts';

/** What came of one step. `id`: the automation that was created, changed or deleted. */
export type Done = { step: Step; id: string };

export type Applied = {
  done: Done[];
  /** The step that was refused, after which nothing was tried; null where all are done. */
  stopped: { step: Step; error: PicksyncError } | null;
};

type Writer = Pick<Client, 'automations'>;

/**
 * Does what a plan without problems says: deletions first, whose room the new ones may need, then the changes, then what is
 * new. The first refusal ends it, and says what was done until then.
 */
export async function applyPlan(
  client: Writer,
  { steps }: Pick<Plan, 'steps'>,
  onDone: (done: Done) => void,
): Promise<Applied> {
  const done: Done[] = [];
  const inOrder = (['delete', 'edit', 'create'] as const).flatMap((act) =>
    steps.filter((step) => step.act === act),
  );
  for (const step of inOrder) {
    try {
      const one = { step, id: await applyStep(client, step) };
      done.push(one);
      onDone(one);
    } catch (error) {
      if (!(error instanceof PicksyncError)) throw error;
      return { done, stopped: { step, error } };
    }
  }
  return { done, stopped: null };
}

async function applyStep({ automations }: Writer, step: Step): Promise<string> {
  if (step.act === 'create') {
    const { name, columns, settings } = step.entry;
    const { configuration } = await automations.create({ body: { name, ...columns, ...settings } });
    return configuration.id;
  }
  const { id } = step.automation;
  if (step.act === 'edit') await automations.edit({ params: { id }, body: step.edit.body });
  else await automations.remove({ params: { id } });
  return id;
}
