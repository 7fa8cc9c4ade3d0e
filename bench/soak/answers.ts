import { findRows } from '../stage/sandbox-view.ts';
import { markAccount } from '../stage/work.ts';
import { isKnownText, type Model, type ModelTarget } from './model.ts';
import type { SoakScene } from './people.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';
import { settle } from './settle.ts';

export type Answer = 'approve' | 'keep';

const atMost = 8;

/**
 * Waits until all is at rest and nobody is asked anything any more: every review is answered by chance, and answers may
 * bring other automations of the source to ask. Returns what went wrong with rows of sources.
 */
export async function settleAndAnswer(scene: SoakScene): Promise<string[]> {
  const breaches: string[] = [];
  for (let round = 0; round < atMost; round += 1) {
    await settle(scene);
    breaches.push(...(await learnRows(scene)));
    const waiting = await waitingReviews(scene);
    if (waiting.length === 0) return breaches;
    for (const { target, fingerprint, reason } of waiting) {
      const answer = scene.random.pick<Answer>(['approve', 'keep']);
      if (reason === 'rows_would_go' && answer === 'approve') target.source.mayLoseRows = true;
      target.states += 1;
      // What was kept of a change by hand is still asked for in the list that is there.
      if (answer === 'keep' && reason !== 'rows_would_go' && reason !== 'drift_found') target.hasKept = true;
      await giveAnswer(scene, { target, fingerprint, answer });
    }
  }
  return [...breaches, `somebody is still asked after ${atMost} answers`];
}

export type WaitingReview = { target: ModelTarget; fingerprint: string; reason: string };

/** Returns the reviews that wait for a person. */
export async function waitingReviews({ stage, model }: SoakScene): Promise<WaitingReview[]> {
  const targets = model.targets.filter(({ fate, isActive }) => fate === 'well' && isActive);
  const id = { in: targets.map(({ automationId }) => automationId) };
  const where = { id, isActive: true, lastRunOutcome: 'waiting_review' as const };
  const rows = await retryForAMinute(() => stage.prisma.automation.findMany({ where }));
  return targets.flatMap((target) => {
    const row = rows.find((one) => one.id === target.automationId);
    if (!row) return [];
    return [
      { target, fingerprint: String(Object(row.review).fingerprint), reason: String(row.lastErrorReason) },
    ];
  });
}

/** Stores an answer and has the automation looked at, as the API does. */
export async function giveAnswer(
  { stage }: SoakScene,
  given: { target: ModelTarget; fingerprint: string; answer: Answer },
): Promise<void> {
  const { target, fingerprint, answer } = given;
  const { automationId, source } = target;
  const { connectionId } = source.account;
  const data = {
    approvedReview: answer === 'approve' ? fingerprint : null,
    keptReview: answer === 'keep' ? fingerprint : null,
  };
  await retryForAMinute(() => stage.prisma.automation.update({ where: { id: automationId }, data }));
  await retryForAMinute(() => markAccount(stage, { connectionId, automationIds: [automationId] }));
}

/**
 * Takes the rows that two-way automations have added or, where somebody agreed, deleted into the model. Returns what went
 * wrong: a row that a person typed is gone or says something else, one was added twice, or one says what nobody typed.
 */
export async function learnRows({
  stage,
  model,
}: Pick<SoakScene, 'stage'> & { model: Model }): Promise<string[]> {
  const breaches: string[] = [];
  for (const source of model.sources) {
    const found = await findRows(stage.sandbox, source);
    const now = new Map(found.map(({ id, texts }) => [id, texts.join()]));
    const changed = source.rows.filter(({ id, value }) => now.has(id) && now.get(id) !== value);
    if (changed.length > 0) breaches.push(`source ${source.sheetId} had ${changed.length} rows changed`);
    const lost = source.rows.filter(({ id, value }) => value !== '' && !now.has(id));
    if (lost.length > 0 && !source.mayLoseRows)
      breaches.push(`source ${source.sheetId} has lost ${lost.length} rows that people typed`);
    const typed = new Map(source.rows.map((row) => [row.id, row]));
    const added = found.filter(({ id }) => !typed.has(id)).map(({ texts }) => texts.join());
    if (new Set(added).size < added.length) breaches.push(`source ${source.sheetId} was given a row twice`);
    const strange = added.filter((value) => !isKnownText(model, value));
    if (strange.length > 0) breaches.push(`source ${source.sheetId} was given what nobody typed`);
    source.states += added.length + lost.length;
    source.rows = found.map(
      ({ id, texts }) => typed.get(id) ?? { id, value: texts.join(), city: '', size: null },
    );
    source.mayLoseRows = false;
  }
  return breaches;
}
