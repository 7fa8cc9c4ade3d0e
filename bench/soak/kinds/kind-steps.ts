import type { ReferenceAnswer } from '@picksync/sync-engine/testing';
import { readOptions, readType } from '../../stage/sandbox-view.ts';
import type { Stage } from '../../stage/stage.ts';
import { letDaysPass, letTimePass } from '../let-time-pass.ts';
import { newExcuses } from '../model.ts';
import { leakedSecrets } from '../oracle.ts';
import type { SoakScene } from '../people.ts';
import { disturb, type Steps } from '../restores/disturb.ts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { settle } from '../settle.ts';
import { syncTargets, untilWritesHaveArrived } from '../sync-targets.ts';
import { takeRound } from '../take-round.ts';
import { Breach } from '../troubles.ts';
import { calmDown, kindActs } from './kind-acts.ts';
import { expectKind, type KindOutcome, type KindScene, type KindTarget } from './kind-model.ts';
import { plantKinds } from './plant-kinds.ts';

const stepsPerRound = 16;

/** What may break beside the usual: reports that are not read, or not whole. */
const reportTroubles = [
  {
    weight: 20,
    name: 'reports are not read whole',
    make: async ({ stage, random }: SoakScene) => {
      const fault = random.pick([
        { rows: random.pick(['fewer', 'missing', 'repeated', 'strange']) },
        { reset: random.pick(['before', 'after']) },
        { body: random.pick(['truncated', 'html', 'error']) },
        { errorRate: 1, errorStatus: random.pick([500, 503, 4004]) },
      ]);
      await stage.sandbox.faults({ ...fault, operations: ['reports.get'], times: 1 + random.below(4) });
    },
  },
];

/**
 * Takes steps with reports and contacts: people, sheets and the report change, and columns of contacts and dropdowns follow them
 * while something breaks. When all is at rest every list, and what is asked or fails, has to be exactly what the reference says.
 */
export async function takeKindSteps(
  stage: Stage,
  { random, processes, done }: Steps & Pick<SoakScene, 'random'>,
): Promise<{ breaches: string[]; steps: number }> {
  await stage.sandbox.faults({});
  const scene = await plantKinds(stage, { random });
  const round = await takeRound({ name: 'kind', steps: stepsPerRound }, () =>
    takeStep(scene, { processes, done }),
  );
  if (round.breaches.length === 0) round.breaches.push(...(await leakedSecrets(scene, processes)));
  if (round.breaches.length > 0) return round;
  const { connectionId } = scene.account;
  await stage.prisma.automation.updateMany({ where: { connectionId }, data: { isActive: false } });
  return round;
}

type Wanted = { current: string[]; expected: KindOutcome };

async function takeStep(scene: KindScene, steps: Steps): Promise<string[]> {
  const { stage, random, targets, model } = scene;
  const count = (name: string) => steps.done.set(name, (steps.done.get(name) ?? 0) + 1);
  await stage.sandbox.faults({ webhookLoss: 1 });
  await letTimePass(stage, 3);
  await holdSweeps(scene);
  if (random.chance(0.3)) await letDaysPass({ stage, model: { targets } }, random.pick([2, 4]));
  await calmDown(scene);
  for (let left = 1 + random.below(8); left > 0; left -= 1) {
    const chosen = random.weigh(kindActs);
    count(chosen.name);
    await chosen.act(scene);
  }
  model.excuses = newExcuses();
  const wanted = await expectAll(scene, targets);
  await syncTargets(scene, targets);
  try {
    if (random.chance(0.5)) await disturb(scene, steps, reportTroubles);
  } catch (error) {
    if (error instanceof Breach) return [error.message];
    throw error;
  }
  await settle(scene);
  await untilWritesHaveArrived(scene, targets);
  await syncTargets(scene, targets);
  await settle(scene);
  const breaches = await compareAll(scene, wanted, count);
  if (breaches.length > 0) return breaches;
  return (await answerSome(scene, wanted, count)).map((text) => `once answered, ${text}`);
}

async function expectAll(
  scene: KindScene,
  targets: readonly KindTarget[],
  answers: ReadonlyMap<KindTarget, ReferenceAnswer> = new Map(),
): Promise<Map<KindTarget, Wanted>> {
  const wanted = new Map<KindTarget, Wanted>();
  for (const target of targets) {
    const current = await readOptions(scene.stage.sandbox, target);
    const expected = expectKind(scene, target, { current, answer: answers.get(target) });
    wanted.set(target, { current, expected });
  }
  return wanted;
}

/** People answer some of what they are asked. */
async function answerSome(
  scene: KindScene,
  before: ReadonlyMap<KindTarget, Wanted>,
  count: (name: string) => void,
): Promise<string[]> {
  const { stage, random } = scene;
  const answers = new Map<KindTarget, ReferenceAnswer>();
  for (const target of before.keys()) {
    const where = { id: target.automationId };
    const { review, lastRunOutcome } = await stage.prisma.automation.findUniqueOrThrow({ where });
    if (lastRunOutcome !== 'waiting_review' || !random.chance(0.6)) continue;
    const answer = random.pick<ReferenceAnswer>(['approve', 'keep']);
    const fingerprint = String(Object(review).fingerprint);
    const data = answer === 'approve' ? { approvedReview: fingerprint } : { keptReview: fingerprint };
    await retryForAMinute(() => stage.prisma.automation.update({ where, data }));
    answers.set(target, answer);
    count(`a review: ${answer}`);
  }
  if (answers.size === 0) return [];
  const asked = [...answers.keys()];
  const wanted = await expectAll(scene, asked, answers);
  await syncTargets(scene, asked);
  await settle(scene);
  return compareAll(scene, wanted, count);
}

async function compareAll(
  { stage, model }: KindScene,
  wanted: ReadonlyMap<KindTarget, Wanted>,
  count: (name: string) => void,
): Promise<string[]> {
  const breaches: string[] = [];
  for (const [target, { current, expected }] of wanted) {
    const { automationId, from, reads, settings, memory } = target;
    const where = { id: automationId };
    const row = await retryForAMinute(() => stage.prisma.automation.findUniqueOrThrow({ where }));
    const found = {
      list: await readOptions(stage.sandbox, target),
      reason: row.lastErrorReason,
      isActive: row.isActive,
      sheets: row.sourceSheetCount,
      isOfContacts: (await readType(stage.sandbox, target))?.includes('CONTACT'),
    };
    const should = {
      list: expected.list,
      reason: expected.reason,
      isActive: true,
      sheets: expected.memory.sheets,
      isOfContacts: target.isOfContacts,
    };
    const tell = (what: object) => JSON.stringify(what).replaceAll(new RegExp(`${model.canary} ?`, 'g'), '');
    if (expected.reason !== null) count(`found: ${expected.reason}`);
    else if (tell(expected.list) !== tell(current)) count('a list changes');
    target.memory = expected.memory;
    if (tell(found) === tell(should)) continue;
    breaches.push(
      `automation ${automationId} (${from}, ${reads}) has ${tell(found)} and should have ${tell(should)}; had ${tell(current)}, memory ${tell(memory)}, settings ${tell(settings)}`,
    );
  }
  return breaches;
}

/** No sweep comes between the acts of a step: what is seen of a sheet that is back again would be another state. */
async function holdSweeps({ stage, account }: KindScene): Promise<void> {
  const data = { nextSweepAt: new Date(Date.now() + 86_400_000) };
  const where = { id: account.connectionId };
  await retryForAMinute(() => stage.prisma.smartsheetConnection.update({ where, data }));
}
