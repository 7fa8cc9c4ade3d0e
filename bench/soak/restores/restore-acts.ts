import { patchColumn } from '../../stage/sandbox-view.ts';
import type { KeptTarget, ModelCopy, RestoreScene } from './restore-model.ts';

type Attachment = { id: number; name: string };

/** Returns what is attached to the sheet of a dropdown, with its text. */
export async function listFiles(
  { stage, account }: RestoreScene,
  { sheetId }: KeptTarget,
): Promise<(Attachment & { text: string })[]> {
  const path = `/2.0/sheets/${sheetId}/attachments`;
  const { data } = await stage.sandbox.call<{ data: Attachment[] }>('GET', path, undefined, account.token);
  const at = `/api/console/sheets/${sheetId}/attachments`;
  return Promise.all(
    data.map(async (file) => ({
      ...file,
      text: (await stage.sandbox.call<{ text: string }>('GET', `${at}/${file.id}`)).text,
    })),
  );
}

/** Attaches a file of somebody else's, under the name of a copy where there is one. */
export async function attachForeign(scene: RestoreScene, target: KeptTarget): Promise<void> {
  const { stage, account, model } = scene;
  const [named] = await listFiles(scene, target);
  const text = `theirs ${model.canary} ${target.foreign.length}`;
  await fetch(`${stage.sandbox.apiBase}/sheets/${target.sheetId}/attachments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="${named?.name ?? 'notes.csv'}"`,
    },
    body: text,
  });
  target.foreign.push(text);
}

/** Deletes or changes the file of a copy, as whoever may edit the sheet can. */
export async function spoilFile(scene: RestoreScene, target: KeptTarget, copy: ModelCopy): Promise<void> {
  const { stage, random } = scene;
  const row = await stage.prisma.listCopy.findUniqueOrThrow({ where: { id: copy.id } });
  const path = `/api/console/sheets/${target.sheetId}/attachments/${row.attachmentId}`;
  if (random.chance(0.5)) {
    await stage.sandbox.call('DELETE', path);
    copy.file = 'gone';
  } else {
    const text = `Pick\r\n${scene.model.canary} something else\r\n`;
    await stage.sandbox.call('PUT', path, { text });
    copy.file = 'changed';
    target.foreign.push(text);
  }
}

/** Edits a dropdown by hand. */
export async function editByHand(scene: RestoreScene, target: KeptTarget): Promise<void> {
  const { random, model } = scene;
  const left = target.list.filter(() => random.chance(0.8));
  const added = random.chance(0.6) ? [`${model.canary} typed ${random.below(9)}`] : [];
  const next = [...new Set([...(random.chance(0.3) ? left.toReversed() : left), ...added])];
  if (next.length === 0) return;
  await patchColumn(scene.stage.sandbox, target, { options: next });
  target.list = next;
}
