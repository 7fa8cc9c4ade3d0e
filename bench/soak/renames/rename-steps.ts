import { Prisma } from '@picksync/db';
import type { Stage } from '../../stage/stage.ts';
import { letTimePass } from '../let-time-pass.ts';
import { newExcuses } from '../model.ts';
import { addRow, changeCell, clearCell, deleteRow, type SoakScene } from '../people.ts';
import { disturb, type Steps } from '../restores/disturb.ts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { settle } from '../settle.ts';
import { syncTargets, untilWritesHaveArrived } from '../sync-targets.ts';
import { takeRound } from '../take-round.ts';
import { Breach } from '../troubles.ts';
import { compareNames } from './compare-names.ts';
import { plantNamed } from './plant-named.ts';
import { copyName, deleteOldOption, editByHand, middleTroubles, swap, useCells } from './rename-acts.ts';
import { expectNames, type NamedTarget, type RenameScene } from './rename-model.ts';
import { restoreWhileOpen } from './restore-while-open.ts';

const stepsPerRound = 8;

/** What may break beside the usual: cells that do not arrive, or whose answer does not. */
const cellTroubles = [
  {
    weight: 20,
    name: 'cells are not taken',
    make: async ({ stage, random }: SoakScene) => {
      const reset = random.pick(['before', 'after']);
      await stage.sandbox.faults({ reset, operations: ['rows.update'], times: 1 + random.below(3) });
    },
  },
];

/**
 * Takes steps with names that change: people correct the source, choose options and lock rows, and syncs rename options and
 * cells while something breaks. When all is at rest every list and every cell has to say exactly what the reference makes of it.
 */
export async function takeRenameSteps(
  stage: Stage,
  { random, processes, done }: Steps & Pick<SoakScene, 'random'>,
): Promise<{ breaches: string[]; steps: number }> {
  const scene = await plantNamed(stage, { random, processes });
  await syncTargets(scene, scene.named);
  await settle(scene);
  for (const target of scene.named) Object.assign(target, expectNames(scene, target));
  const round = await takeRound({ name: 'rename', steps: stepsPerRound }, () =>
    takeStep(scene, { processes, done }),
  );
  if (round.breaches.length > 0) return round;
  const { connectionId } = scene.account;
  await stage.prisma.automation.updateMany({ where: { connectionId }, data: { isActive: false } });
  return round;
}

async function takeStep(scene: RenameScene, steps: Steps): Promise<string[]> {
  const { stage, random, named, model } = scene;
  const { done } = steps;
  await stage.sandbox.faults({ webhookLoss: 1 });
  // What the last restore has written may count as on its way, and then no edit by hand is known as such.
  await untilWritesHaveArrived(scene, named);
  await letTimePass(stage, 3);
  for (let left = 1 + random.below(3); left > 0; left -= 1)
    await random.pick([changeCell, changeCell, changeCell, addRow, deleteRow, clearCell, swap, copyName])(
      scene,
    );
  for (const target of named) await useCells(scene, target);
  for (const target of named.filter(() => random.chance(0.1))) {
    await toggleCase(scene, target);
    done.set('case counts or not', (done.get('case counts or not') ?? 0) + 1);
  }
  for (const target of named.filter(() => random.chance(0.3))) {
    const isDeleted = await deleteOldOption(scene, target);
    if (isDeleted) done.set('an old option is deleted', (done.get('an old option is deleted') ?? 0) + 1);
  }
  for (const target of named.filter(() => random.chance(0.25))) {
    await editByHand(scene, target);
    done.set('a list is edited by hand', (done.get('a list is edited by hand') ?? 0) + 1);
  }
  model.excuses = newExcuses();
  const wanted = new Map(named.map((target) => [target, expectNames(scene, target)]));
  for (const { isAsked: asks, pending } of wanted.values()) {
    const what = asks ? 'names are asked about' : pending.length > 0 ? 'names wait for locked cells' : null;
    if (what !== null) done.set(what, (done.get(what) ?? 0) + 1);
  }
  const changed = named.filter((target) => tellCells(target) !== tellCells(wanted.get(target) ?? target));
  done.set('cells are renamed', (done.get('cells are renamed') ?? 0) + changed.length);
  if (random.chance(0.3)) await sweep(scene);
  else await syncTargets(scene, scene.named);
  const edited = new Map<NamedTarget, Set<string>>();
  try {
    if (random.chance(0.7))
      await disturb(scene, steps, [...cellTroubles, ...middleTroubles(scene, { wanted, edited })]);
  } catch (error) {
    if (error instanceof Breach) return [error.message];
    throw error;
  }
  await settle(scene);
  await untilWritesHaveArrived(scene, scene.named);
  await syncTargets(scene, scene.named);
  await settle(scene);
  const breaches: string[] = [];
  for (const target of named) {
    const expected = wanted.get(target);
    if (expected) breaches.push(...(await compareNames(scene, target, expected, edited.get(target))));
  }
  const asked = named.filter((one) => (one.isAsked || one.asksOfHand) && random.chance(0.4));
  const count = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
  if (breaches.length === 0 && asked.length > 0) breaches.push(...(await answerAll(scene, asked, count)));
  for (const target of named)
    if (breaches.length === 0 && random.chance(0.4))
      breaches.push(...(await restoreAndCompare(scene, target, count)));
  return breaches;
}

/** The source was edited meanwhile, so every dropdown follows it before anything else is done. */
async function restoreAndCompare(
  scene: RenameScene,
  target: NamedTarget,
  count: (name: string) => void,
): Promise<string[]> {
  const breaches = await restoreWhileOpen(scene, target, count);
  if (breaches.length > 0) return breaches;
  await syncTargets(scene, scene.named);
  await settle(scene);
  for (const one of scene.named) {
    const found = await compareNames(scene, one, expectNames(scene, one));
    breaches.push(...found.map((text) => `after a restore, ${text}`));
  }
  return breaches;
}

/** A person approves names that wait, but for those that become one, or keeps the old ones; and answers about changes by hand. */
async function answerAll(
  scene: RenameScene,
  asked: readonly NamedTarget[],
  count: (name: string) => void,
): Promise<string[]> {
  const { stage, random } = scene;
  const answered = asked.map((target) => {
    const { settings, isAsked } = target;
    // Where somebody is asked about changes by hand as well, another question may follow.
    const answer =
      isAsked && settings.drift === 'ask' ? 'approve' : random.pick(['approve', 'approve', 'keep'] as const);
    count(`${isAsked ? 'names' : 'changes by hand'}: ${answer}`);
    const expected = expectNames(scene, target, isAsked ? { names: answer } : { hand: answer });
    return { target, answer, expected };
  });
  for (const { target, answer } of answered) {
    const where = { id: target.automationId };
    const { review } = await stage.prisma.automation.findUniqueOrThrow({ where, select: { review: true } });
    const { fingerprint } = Object(review) as { fingerprint?: string };
    if (fingerprint === undefined) return [`automation ${target.automationId} asks nothing`];
    const said = answer === 'keep' ? { keptReview: fingerprint } : { approvedReview: fingerprint };
    const data = { ...said, manualSyncAt: new Date() };
    await stage.prisma.automation.update({ where, data });
  }
  await syncTargets(scene, scene.named);
  await settle(scene);
  const breaches: string[] = [];
  for (const { target, expected } of answered)
    breaches.push(...(await compareNames(scene, target, expected)).map((text) => `once answered, ${text}`));
  return breaches;
}

/** Somebody changes whether case counts: which row had which name is unknown then, and an open question is gone. */
async function toggleCase({ stage }: RenameScene, target: NamedTarget): Promise<void> {
  const ignoreCase = !target.settings.ignoreCase;
  const data = {
    ignoreCase,
    heldAgainst: null,
    lastError: null,
    lastErrorReason: null,
    review: Prisma.DbNull,
  };
  await stage.prisma.automation.update({ where: { id: target.automationId }, data });
  const memory = { ...target.memory, heldFor: null };
  Object.assign(target, {
    settings: { ...target.settings, ignoreCase },
    before: null,
    isAsked: false,
    memory,
  });
}

function tellCells({ cells }: Pick<NamedTarget, 'cells'>): string {
  return JSON.stringify([...cells.values()].map(({ texts }) => texts));
}

/** Has everything looked at that has changed since the last look, as every 15 minutes. */
async function sweep({ stage, account }: RenameScene): Promise<void> {
  const where = { id: account.connectionId };
  const data = { nextSweepAt: new Date(0) };
  await retryForAMinute(() => stage.prisma.smartsheetConnection.updateMany({ where, data }));
  await retryForAMinute(() => stage.queue.send(stage.prisma, 'sweep', {}));
}
