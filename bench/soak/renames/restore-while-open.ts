import { rememberAll } from '@picksync/sync-engine/testing';
import { readOptions } from '../../stage/sandbox-view.ts';
import { until } from '../../stage/until.ts';
import { letTimePass } from '../let-time-pass.ts';
import { changeCell } from '../people.ts';
import { readFile } from '../restores/restore-model.ts';
import { countWork, settle } from '../settle.ts';
import { syncTargets } from '../sync-targets.ts';
import { compareNames } from './compare-names.ts';
import { editByHand, useCells } from './rename-acts.ts';
import { beginNames, expectNames, findRemoved, type NamedTarget, type RenameScene } from './rename-model.ts';

type Count = (name: string) => void;
type Preview = { fingerprint: string; isSame: boolean };

/**
 * A person puts an earlier list back while names wait for an answer or for locked cells, or while no cell can be written, and lets
 * the automation go on, with what came back or without it.
 */
export async function restoreWhileOpen(
  scene: RenameScene,
  target: NamedTarget,
  count: Count,
): Promise<string[]> {
  const { stage, random, ask } = scene;
  // The other dropdowns are looked at with the next step: nobody says when a sweep would come between.
  await stage.prisma.smartsheetConnection.updateMany({
    where: { id: scene.account.connectionId },
    data: { nextSweepAt: new Date(Date.now() + 365 * 86_400_000) },
  });
  const isStalled = target.settings.keepCopies && random.chance(0.5);
  const isBegun = isStalled && (await stall(scene, target));
  const isOpen = isBegun || target.isAsked || target.pending.length > 0;
  if (!isOpen) return [];
  // Not before: the run that was begun may have deleted the oldest.
  const copy = await pickCopy(scene, target);
  if (copy === null) return isBegun ? goOn(scene, target) : [];
  const path = `/api/configurations/${target.automationId}`;
  const { fingerprint, isSame } = await ask<Preview>('GET', `${path}/copies/${copy.id}/preview`);
  if (isSame) return goOn(scene, target);
  const waiting = target.isAsked ? 'names wait for an answer' : 'cells wait';
  count(`a restore while ${isBegun ? 'no cell can be written' : waiting}`);
  await ask('POST', `${path}/copies/${copy.id}/restore`, { fingerprint });
  const where = { automationId: target.automationId };
  const findRestore = () => stage.prisma.listRestore.findUniqueOrThrow({ where });
  await until(async () => (await findRestore()).endedAt !== null, {
    within: 60_000,
    every: 100,
    what: 'the list is put back',
  });
  // Another dropdown of the account may wait for its cells, and would wait as long as none can be written.
  await stage.sandbox.faults({ webhookLoss: 1 });
  await settle(scene);
  const { refusal } = await findRestore();
  if (refusal !== null) return [`the restore of ${target.automationId} ended with ${refusal}`];
  // An earlier list says nothing of cells: they stay, and so does what is known of names.
  target.memory = { ...target.memory, left: rememberAll(copy.list, target.settings) };
  const { cells, before, pending, keptNames, isAsked, memory } = target;
  const after = { list: copy.list, cells, before, pending, keptNames, isAsked, memory, asksOfHand: false };
  const breaches = await compareNames(scene, target, after);
  if (breaches.length > 0) return breaches.map((text) => `put back, ${text}`);
  if (random.chance(0.5)) await changeCell(scene);
  if (random.chance(0.5)) await useCells(scene, target);
  if (random.chance(0.4)) await editByHand(scene, target);
  return follow(scene, target, count);
}

/** Returns a copy of an earlier list whose file is there. */
async function pickCopy({ stage, random }: RenameScene, { automationId, sheetId }: NamedTarget) {
  const where = { automationId, lostAs: null, runAt: { not: null }, attachmentId: { not: null } };
  const copies = await stage.prisma.listCopy.findMany({ where, orderBy: { at: 'asc' } });
  if (copies.length === 0) return null;
  const { id, attachmentId } = random.pick(copies);
  const path = `/api/console/sheets/${sheetId}/attachments/${attachmentId}`;
  const { text } = await stage.sandbox.call<{ text: string }>('GET', path);
  return { id, list: readFile(text) };
}

/** Has a sync begin while no cell can be written. Returns whether it has begun to change names. */
async function stall(scene: RenameScene, target: NamedTarget): Promise<boolean> {
  const { stage, account } = scene;
  let [begun, expected] = [beginNames(scene, target), expectNames(scene, target)];
  for (let edits = 0; edits < 5 && (begun === null || !changesCells(target, expected)); edits += 1) {
    await changeCell(scene);
    [begun, expected] = [beginNames(scene, target), expectNames(scene, target)];
  }
  const isStalled = begun !== null && changesCells(target, expected);
  const faults = { webhookLoss: 1, errorRate: 1, errorStatus: 503, operations: ['rows.update'] };
  await stage.sandbox.faults(isStalled ? faults : { webhookLoss: 1 });
  const before = await readBegun(scene, target);
  await syncTargets(scene, [target]);
  if (!isStalled) await settle(scene);
  else
    await until(
      async () => {
        if ((await countWork(stage, [account.connectionId])).atWork > 0) return false;
        if ((await readBegun(scene, target)) !== before) return true;
        // A sheet that has answered with errors not long ago rests, and no sync begins with it.
        await letTimePass(stage, 16);
        await syncTargets(scene, [target]);
        return false;
      },
      { within: 60_000, every: 100, what: 'the sync has begun, and waits' },
    );
  Object.assign(target, isStalled ? begun : expected);
  // What it knows of the list is what it has written of both names.
  target.list = await readOptions(stage.sandbox, target);
  return isStalled;
}

/** Returns what is recorded of names: it changes when a sync begins with them. */
async function readBegun({ stage: { prisma } }: RenameScene, { automationId }: NamedTarget): Promise<string> {
  const where = { automationId };
  const [names, intent] = [
    await prisma.sourceNames.findUnique({ where }),
    await prisma.renameIntent.findUnique({ where }),
  ];
  return JSON.stringify([names?.names, intent?.pairs, intent?.fingerprint]);
}

function changesCells({ cells }: NamedTarget, { cells: after }: ReturnType<typeof expectNames>): boolean {
  return [...cells].some(([id, { texts }]) => texts.join() !== after.get(id)?.texts.join());
}

async function goOn(scene: RenameScene, target: NamedTarget): Promise<string[]> {
  await scene.stage.sandbox.faults({ webhookLoss: 1 });
  await syncTargets(scene, [target]);
  await settle(scene);
  return (await compareNames(scene, target, expectNames(scene, target))).map((text) => `gone on, ${text}`);
}

async function follow(scene: RenameScene, target: NamedTarget, count: Count): Promise<string[]> {
  const { ask, random } = scene;
  const path = `/api/configurations/${target.automationId}`;
  const { fingerprint } = await ask<Preview>('GET', `${path}/preview`);
  const keepsRemoved = random.chance(0.5);
  count(keepsRemoved ? 'goes on, and keeps these' : 'goes on');
  if (keepsRemoved) {
    const stays = rememberAll(findRemoved(scene, target), target.settings);
    target.memory = { ...target.memory, kept: [...new Set([...target.memory.kept, ...stays])] };
  }
  await ask('POST', `${path}/follow`, { fingerprint, keepsRemoved });
  await settle(scene);
  const expected = expectNames(scene, target, keepsRemoved ? {} : { hand: 'approve' });
  const breaches = await compareNames(scene, target, expected);
  return breaches.map((text) => `followed ${keepsRemoved ? 'with what came back' : ''}, ${text}`);
}
