import { copiesKept } from '@picksync/contracts';
import { readOptions } from '../../stage/sandbox-view.ts';
import { listFiles } from './restore-acts.ts';
import { type KeptTarget, type RestoreScene, readFile } from './restore-model.ts';

/** Returns what is wrong with the dropdowns, their automations and their files; nothing when all is well. */
export async function compare(
  scene: RestoreScene,
  before: ReadonlyMap<KeptTarget, readonly string[]>,
): Promise<string[]> {
  const { stage, kept } = scene;
  const breaches: string[] = [];
  for (const target of kept) {
    const { automationId, isActive, rests, reason } = target;
    const actual = await readOptions(stage.sandbox, target);
    if (tell(scene, actual) !== tell(scene, target.list))
      breaches.push(
        `automation ${automationId} has ${tell(scene, actual)} and should have ${tell(scene, target.list)}, ${JSON.stringify(target.settings)}`,
      );
    const row = await stage.prisma.automation.findUniqueOrThrow({ where: { id: automationId } });
    const found = {
      isActive: row.isActive,
      rests: row.restedAt !== null,
      isPending: row.restoringAt !== null,
    };
    if (
      found.isActive !== isActive ||
      found.rests !== rests ||
      found.isPending ||
      row.lastErrorReason !== reason
    )
      breaches.push(
        `automation ${automationId} is ${JSON.stringify(found)} with ${row.lastErrorReason} and should be ${JSON.stringify({ isActive, rests })} with ${reason}`,
      );
    breaches.push(...(await learnCopies(scene, target, before.get(target) ?? [])));
  }
  return breaches;
}

export function tell({ model }: RestoreScene, list: readonly string[]): string {
  return JSON.stringify(list).replaceAll(`${model.canary} `, '');
}

/** Takes the copies that runs have made into the model. Returns what is wrong with them, and with other files. */
export async function learnCopies(
  scene: RestoreScene,
  target: KeptTarget,
  before: readonly string[],
): Promise<string[]> {
  const { stage } = scene;
  const { automationId, copies, foreign } = target;
  const breaches: string[] = [];
  const files = await listFiles(scene, target);
  const rows = await stage.prisma.listCopy.findMany({ where: { automationId }, orderBy: { at: 'asc' } });
  const isLost = copies.some(({ file }) => file === 'gone' || file === 'changed');
  const fresh = rows.filter(({ id, runAt }) => runAt !== null && !copies.some((one) => one.id === id));
  for (const row of fresh) {
    const file = files.find(({ id }) => String(id) === row.attachmentId);
    if (!file) {
      const facts = rows.map(({ at, runAt, lostAs, attachmentId }) => ({ at, runAt, lostAs, attachmentId }));
      const there = files.map(({ id }) => id).join(' ');
      breaches.push(`the file of the copy ${row.id} is not there; ${JSON.stringify(facts)}, files ${there}`);
    }
    const list = readFile(file?.text ?? '');
    const lacks = before.filter((text) => !list.includes(text));
    // Of several runs each keeps what it replaced.
    if (lacks.length > 0 && fresh.length === 1)
      breaches.push(`the copy ${row.id} lacks ${tell(scene, lacks)} of ${tell(scene, before)}`);
    copies.push({ id: row.id, list, file: 'kept' });
  }
  const here = rows.filter(({ lostAs }) => lostAs === null);
  if (here.length > copiesKept + 1) breaches.push(`automation ${automationId} has ${here.length} copies`);
  for (const copy of copies.filter(({ file }) => file === 'kept')) {
    const row = rows.find(({ id }) => id === copy.id);
    if (!row) breaches.push(`the copy ${copy.id} is forgotten`);
    else if (row.lostAs === 'expired') {
      copy.file = 'expired';
      const newer = here.filter(({ at }) => at > row.at).length;
      if (newer < copiesKept) breaches.push(`the copy ${copy.id} is gone although only ${newer} are newer`);
    } else if (row.lostAs !== null) breaches.push(`the copy ${copy.id} is taken for ${row.lostAs}`);
    else {
      const text = files.find(({ id }) => String(id) === row.attachmentId)?.text;
      if (text === undefined || tell(scene, readFile(text)) !== tell(scene, copy.list))
        breaches.push(`the file of the copy ${copy.id} is another`);
    }
  }
  for (const text of foreign)
    if (!files.some((file) => file.text === text))
      breaches.push(`a file of somebody else’s is gone from ${target.sheetId}`);
  const ours = here.filter(({ attachmentId }) => attachmentId !== null).length;
  if (!isLost && files.length > ours + foreign.length + 1)
    breaches.push(`${files.length} files lie beside ${target.sheetId}, where ${ours} copies are known`);
  return breaches;
}
