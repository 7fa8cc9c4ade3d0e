import { rowsOf } from '../stage/sandbox-view.ts';
import type { Stage } from '../stage/stage.ts';
import { markAccount } from '../stage/work.ts';
import type { Model } from './model.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';

type Scene = { stage: Stage; model: Model };

/**
 * Answers every review that waits with "Keep them", as somebody does who did not mean to delete rows. Returns whether there
 * was one.
 */
export async function keepWhatWaits({ stage, model }: Scene): Promise<boolean> {
  const { prisma } = stage;
  const id = { in: model.targets.map(({ automationId }) => automationId) };
  const where = { id, isActive: true, lastErrorReason: 'rows_would_go' };
  const waiting = await retryForAMinute(() => prisma.automation.findMany({ where }));
  for (const { id: automationId, connectionId, review } of waiting) {
    const data = { keptReview: String(Object(review).fingerprint) };
    await retryForAMinute(() => prisma.automation.update({ where: { id: automationId }, data }));
    await retryForAMinute(() => markAccount(stage, { connectionId, automationIds: [automationId] }));
  }
  return waiting.length > 0;
}

/**
 * Takes the rows that two-way automations have added into the model. Returns what went wrong with rows: one that a person
 * typed is gone or says something else, one was added twice, or one says what nobody ever typed.
 */
export async function learnAddedRows({ stage, model }: Scene): Promise<string[]> {
  const breaches: string[] = [];
  for (const source of model.sources) {
    const found = await rowsOf(stage.sandbox, source);
    const now = new Map(found.map(({ id, value }) => [id, value]));
    const lost = source.rows.filter(({ id, value }) => (now.get(id) ?? '') !== value);
    if (lost.length > 0)
      breaches.push(`source ${source.sheetId} has lost ${lost.length} rows that people typed`);
    const typed = new Set(source.rows.map(({ id }) => id));
    const added = found.filter(({ id }) => !typed.has(id)).map(({ value }) => value);
    if (new Set(added).size < added.length) breaches.push(`source ${source.sheetId} was given a row twice`);
    const strange = added.filter((value) => !model.seen.has(value));
    if (strange.length > 0) breaches.push(`source ${source.sheetId} was given what nobody typed`);
    source.states += found.length - source.rows.length;
    source.rows = found;
  }
  return breaches;
}
