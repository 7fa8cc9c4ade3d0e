import type { Stage } from '../../stage/stage.ts';
import { letTimePass } from '../let-time-pass.ts';
import { newExcuses } from '../model.ts';
import { addRow, changeCell, clearCell, deleteRow, pasteCells, type SoakScene } from '../people.ts';
import { settle } from '../settle.ts';
import { syncTargets, untilWritesHaveArrived } from '../sync-targets.ts';
import { takeRound } from '../take-round.ts';
import { Breach } from '../troubles.ts';
import { compare } from './compare-kept.ts';
import { disturb, type Steps } from './disturb.ts';
import { giveRightsBack, hasStaying, middleTroubles } from './in-the-middle.ts';
import { plantKept } from './plant-kept.ts';
import { follow, restore } from './put-back.ts';
import { attachForeign, editByHand } from './restore-acts.ts';
import { applyRun, type KeptTarget, type RestoreScene, runOnce } from './restore-model.ts';

const stepsPerRound = 8;
const sourceActs = [changeCell, addRow, deleteRow, clearCell, pasteCells];

/**
 * Takes steps with copies of lists: people edit, syncs remove options and keep the list before, somebody puts one back, and lets
 * the automation go on, while something breaks. When all is at rest every dropdown has to say exactly what the reference makes of
 * it, and every file has to be there that was promised.
 */
export async function takeRestoreSteps(
  stage: Stage,
  { random, processes, done }: Steps & Pick<SoakScene, 'random'>,
): Promise<{ breaches: string[]; steps: number }> {
  const scene = await plantKept(stage, { random, processes });
  const round = await takeRound({ name: 'restore', steps: stepsPerRound }, () =>
    takeStep(scene, { processes, done }),
  );
  if (round.breaches.length > 0) return round;
  const { connectionId } = scene.account;
  await stage.prisma.automation.updateMany({ where: { connectionId }, data: { isActive: false } });
  return round;
}

async function takeStep(scene: RestoreScene, steps: Steps): Promise<string[]> {
  const { stage, random, kept } = scene;
  const { done } = steps;
  const count = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
  await stage.sandbox.faults({ webhookLoss: 1 });
  await letTimePass(stage, 3);
  for (let left = 1 + random.below(4); left > 0; left -= 1) await random.pick(sourceActs)(scene, undefined);
  for (const target of kept) if (random.chance(0.2)) await editByHand(scene, target);
  if (random.chance(0.2)) await attachForeign(scene, random.pick(kept));
  const breaches = await syncAndCompare(scene, steps);
  if (breaches.length > 0) return breaches.map((text) => `after the sync: ${text}`);
  for (const target of kept) {
    if (target.rests && random.chance(0.5)) breaches.push(...(await follow(scene, target, count)));
    else if (random.chance(0.4)) breaches.push(...(await restore(scene, target, { ...steps, count })));
    if (breaches.length > 0) return breaches;
  }
  return (await syncAndCompare(scene, steps)).map((text) => `after the restores: ${text}`);
}

/** Has everything synced, while something breaks, then once more in peace, and compares. */
async function syncAndCompare(scene: RestoreScene, steps: Steps): Promise<string[]> {
  const { random, kept, model } = scene;
  const before = new Map(kept.map((target): [KeptTarget, readonly string[]] => [target, target.list]));
  model.excuses = newExcuses();
  const isDisturbed = random.chance(0.6);
  const listActive = () => kept.filter(({ isActive }) => isActive);
  for (const target of listActive()) applyRun(target, runOnce(scene, target));
  await syncTargets(scene, listActive());
  try {
    const edited = kept.filter((target) => !target.isActive || !hasStaying(target));
    if (isDisturbed) await disturb(scene, steps, middleTroubles(scene, kept, edited));
  } catch (error) {
    if (error instanceof Breach) return [error.message];
    throw error;
  }
  await settle(scene);
  await giveRightsBack(scene);
  for (const [target, edited] of scene.editedMeanwhile) {
    // What came and went between two looks has no copy.
    before.set(target, []);
    if (!target.isActive) target.list = edited;
  }
  scene.editedMeanwhile.clear();
  await untilWritesHaveArrived(scene, listActive());
  await syncTargets(scene, listActive());
  await settle(scene);
  return compare(scene, before);
}
