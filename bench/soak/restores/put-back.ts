import { rememberAll } from '@picksync/sync-engine/testing';
import { readOptions } from '../../stage/sandbox-view.ts';
import { Refused } from '../open-ask.ts';
import { settle } from '../settle.ts';
import { syncTargets } from '../sync-targets.ts';
import { compare, learnCopies, tell } from './compare-kept.ts';
import { disturb, type Steps } from './disturb.ts';
import { giveRightsBack, middleTroubles } from './in-the-middle.ts';
import { editByHand, spoilFile } from './restore-acts.ts';
import { applyRun, type KeptTarget, type ModelCopy, type RestoreScene, runOnce } from './restore-model.ts';

type Preview = {
  added: { options: { text: string }[] };
  removed: { options: { text: string }[] };
  isSame: boolean;
  fingerprint: string;
};
type Counting = Steps & { count: (name: string) => void };

/** A person puts an earlier list back. */
export async function restore(
  scene: RestoreScene,
  target: KeptTarget,
  { count, ...steps }: Counting,
): Promise<string[]> {
  const { random, ask } = scene;
  const there = target.copies.filter(({ file }) => file !== 'expired');
  if (there.length === 0) return [];
  const copy = random.pick(there);
  const path = `/api/configurations/${target.automationId}/copies/${copy.id}`;
  if (copy.file === 'kept' && random.chance(0.15)) await spoilFile(scene, target, copy);
  const fileRefusal = { kept: null, expired: null, gone: 'copy_gone', changed: 'copy_changed' }[copy.file];
  if (fileRefusal) {
    count(`a restore: ${fileRefusal}`);
    return expectRefusal(fileRefusal, () => ask('GET', `${path}/preview`));
  }
  const preview = await ask<Preview>('GET', `${path}/preview`);
  const breaches = comparePreview(scene, { target, copy, preview });
  if (breaches.length > 0) return breaches;
  const { fingerprint } = preview;
  const post = () => ask('POST', `${path}/restore`, { fingerprint });
  if (preview.isSame) return expectRefusal('restore_nothing', post);
  if (random.chance(0.15)) {
    const before = tell(scene, target.list);
    await editByHand(scene, target);
    count('a restore: restore_outdated');
    if (tell(scene, target.list) !== before)
      return expectRefusal(
        tell(scene, target.list) === tell(scene, copy.list) ? 'restore_nothing' : 'restore_outdated',
        post,
      );
  }
  return putBack(scene, target, { copy, post, count, ...steps });
}

async function putBack(
  scene: RestoreScene,
  target: KeptTarget,
  { copy, post, count, ...steps }: Counting & { copy: ModelCopy; post: () => Promise<unknown> },
): Promise<string[]> {
  const { stage, random } = scene;
  const { automationId } = target;
  const before = target.list;
  if (target.reason !== null) count('a restore while a review waits');
  await post();
  if (random.chance(0.7)) await disturb(scene, steps, middleTroubles(scene, [target]));
  await settle(scene);
  const edited = scene.editedMeanwhile.get(target);
  const wasBarred = scene.barred.length > 0;
  await giveRightsBack(scene);
  scene.editedMeanwhile.clear();
  const where = { automationId };
  const { endedAt, refusal } = await stage.prisma.listRestore.findUniqueOrThrow({ where });
  if (wasBarred && refusal !== null && target.isActive) {
    // It was synced again before the right was back, and would say until the next sync that it lacks it.
    await syncTargets(scene, [target]);
    await settle(scene);
  }
  count(`a restore: ${refusal ?? 'done'}`);
  if (endedAt === null) return [`the restore of ${automationId} has no end`];
  const isOutdated = edited && (refusal === 'restore_outdated' || refusal === 'restore_nothing');
  if (isOutdated) target.list = edited;
  // What broke may have kept today's list from being kept; then nothing may have been written.
  if (refusal === 'copy_not_saved' && edited) target.list = edited;
  if (isOutdated || refusal === 'copy_not_saved' || (wasBarred && refusal !== null)) return [];
  if (refusal !== null) return [`the restore of ${automationId} was refused: ${refusal}`];
  Object.assign(target, { list: copy.list, isActive: false, rests: true, reason: null });
  const found = await readOptions(stage.sandbox, target);
  // Smartsheet has no conditional write: an edit in the moment between the look and the write is gone.
  if (edited && tell(scene, found) === tell(scene, edited)) target.list = edited;
  target.memory = { ...target.memory, left: rememberAll(copy.list, target.settings) };
  return (await learnCopies(scene, target, edited ? [] : before)).map((text) => `a restore: ${text}`);
}

function comparePreview(
  scene: RestoreScene,
  { target, copy, preview }: { target: KeptTarget; copy: ModelCopy; preview: Preview },
): string[] {
  const shown = [preview.added, preview.removed].map(({ options }) => options.map(({ text }) => text));
  const wanted = [
    copy.list.filter((text) => !target.list.includes(text)),
    target.list.filter((text) => !copy.list.includes(text)),
  ];
  const isRight = shown.every((list, side) => tell(scene, list) === tell(scene, wanted[side] ?? []));
  if (isRight) return [];
  return [
    `the preview of ${copy.id} shows ${shown.map((list) => tell(scene, list))} for ${wanted.map((list) => tell(scene, list))}`,
  ];
}

/** A person lets an automation follow its source again, with or without what came back. */
export async function follow(
  scene: RestoreScene,
  target: KeptTarget,
  count: (name: string) => void,
): Promise<string[]> {
  const { ask, random } = scene;
  const path = `/api/configurations/${target.automationId}`;
  const { fingerprint } = await ask<{ fingerprint: string }>('GET', `${path}/preview`);
  const keepsRemoved = random.chance(0.5);
  count(keepsRemoved ? 'goes on, and keeps these' : 'goes on');
  if (keepsRemoved) {
    const { list } = runOnce(scene, target);
    const stays = target.list.filter((text) => !list.includes(text));
    const kept = [...target.memory.kept, ...rememberAll(stays, target.settings)];
    target.memory = { ...target.memory, kept };
  }
  await ask('POST', `${path}/follow`, { fingerprint, keepsRemoved });
  Object.assign(target, { isActive: true, rests: false });
  await settle(scene);
  const before = target.list;
  applyRun(target, runOnce(scene, target, keepsRemoved ? undefined : 'approve'));
  return compare(scene, new Map([[target, before]]));
}

async function expectRefusal(code: string, act: () => Promise<unknown>): Promise<string[]> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Refused && error.code === code) return [];
    throw error;
  }
  return [`what should be refused as ${code} was done`];
}
