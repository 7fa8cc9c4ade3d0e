import type { TestAccount, World } from './world.ts';

export type AttachedFile = { id: number; name: string; text: string };

/** Returns the files that are attached to a sheet, oldest first, as a person reads them. */
export async function readAttachedFiles(
  { sandbox }: Pick<World, 'sandbox'>,
  { token }: TestAccount,
  sheetId: string,
): Promise<AttachedFile[]> {
  const path = `/2.0/sheets/${sheetId}/attachments`;
  const { data } = await sandbox.call<{ data: { id: number; name: string }[] }>(
    'GET',
    path,
    undefined,
    token,
  );
  const files: AttachedFile[] = [];
  for (const { id, name } of data) {
    const { url } = await sandbox.call<{ url: string }>('GET', `${path}/${id}`, undefined, token);
    const answer = await fetch(new URL(new URL(url).pathname, sandbox.url));
    files.push({ id, name, text: (await answer.text()).replace('\uFEFF', '') });
  }
  return files;
}
