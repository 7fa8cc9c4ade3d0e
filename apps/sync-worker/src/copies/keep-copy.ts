import type { FailureReason } from '@picksync/contracts';
import type { ListCopy } from '@picksync/db';
import { type CallOptions, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { type ListColumn, type OptionHash, readCopy, toCopyFile, toCopyName } from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import type { Context } from '../context.ts';
import { findKnownAttachments, findSurplusCopies, findUnusedCopies, readTimeZone } from './copies.store.ts';

/** The copy that was kept, or why none could be. */
export type Kept = { copyId: string; refusal: null } | { copyId: null; refusal: FailureReason };

type Copying = {
  automation: SyncedAutomation;
  client: SmartsheetClient;
  call: CallOptions;
  hash: OptionHash;
};

/**
 * Keeps a copy of a dropdown's list, as it was read, among the attachments of its sheet. A copy of the same list that a run before
 * made, and did not come to use, is used; others are deleted, so that a run which is tried again piles up none. Throws what
 * stops the whole run: Smartsheet limits our calls, or refuses the connection.
 */
export async function keepCopy(context: Context, run: Copying, column: ListColumn): Promise<Kept> {
  const { prisma, now } = context;
  const { automation, client, call, hash } = run;
  const { id: automationId, userId, sheetId } = automation;
  const options = column.options ?? [];
  const isSame = (copy: ListCopy) =>
    copy.sheetId === sheetId && copy.columnId === column.id && hash.isOfList(copy.listHash, options);
  try {
    const unused = await takeUnused(context, run, isSame);
    if (unused) return { copyId: unused, refusal: null };
    const text = toCopyFile({ title: column.title, options });
    const at = now();
    const name = toCopyName({ title: column.title, at, timeZone: await readTimeZone(prisma, userId) });
    // Before the call: who finds it without an attachment knows that a file may be there.
    const { id } = await prisma.listCopy.create({
      data: {
        automationId,
        sheetId,
        columnId: column.id,
        fileName: name,
        contentHash: hash.ofFile(text),
        bytes: Buffer.byteLength(text),
        listHash: hash.ofList(options),
        optionCount: options.length,
        at,
      },
    });
    const file = { name, type: 'text/csv', text };
    const attached = await client.attachments
      .add({ ...call, sheetId, file })
      .catch(async (error: unknown) => {
        const isNotDone = error instanceof SmartsheetError && error.outcome === 'not_done';
        if (isNotDone) await prisma.listCopy.deleteMany({ where: { id } });
        throw error;
      });
    await prisma.listCopy.updateMany({ where: { id }, data: { attachmentId: attached.id } });
    await dropSurplus(context, run);
    return { copyId: id, refusal: null };
  } catch (error) {
    return { copyId: null, refusal: toRefusal(error) };
  }
}

/** Returns why no copy could be kept. Throws what is not about the copy. */
function toRefusal(error: unknown): FailureReason {
  if (!(error instanceof SmartsheetError) || error.class === 'needs_user') throw error;
  if (error.reason === 'rate_limited' || error.heldBackBy !== undefined) throw error;
  return error.reason === 'scope_or_access' ? 'copy_no_right' : 'copy_failed';
}

/** Returns the unused copy of the list as it is now, where there is one, and deletes the others. */
async function takeUnused(
  context: Context,
  run: Copying,
  isSame: (copy: ListCopy) => boolean,
): Promise<string | undefined> {
  const { prisma, now } = context;
  const { client, call, hash, automation } = run;
  let taken: string | undefined;
  for (const copy of await findUnusedCopies(prisma, automation.id)) {
    const attachmentId = copy.attachmentId ?? (await findAttachment(context, run, copy));
    if (attachmentId === null) {
      await prisma.listCopy.deleteMany({ where: { id: copy.id } });
      continue;
    }
    const found = { ...copy, attachmentId };
    const isUsable = taken === undefined && isSame(copy);
    const state = isUsable ? (await readCopy({ client, call, hash, copy: found })).state : undefined;
    if (state === 'kept') {
      await prisma.listCopy.updateMany({ where: { id: copy.id }, data: { attachmentId } });
      taken = copy.id;
    } else if (state === undefined && automation.renameIntent?.copyId === copy.id) {
      // Options went with its list before the rename stopped half-way: it stays, although no run names it.
      await prisma.listCopy.updateMany({ where: { id: copy.id }, data: { attachmentId, runAt: now() } });
    } else if (automation.intent?.copyId !== copy.id) {
      // What holds another text is not our file.
      if (state !== 'changed') await deleteFile(run, found);
      await prisma.listCopy.deleteMany({ where: { id: copy.id } });
    }
  }
  return taken;
}

/** How many files of the same name are looked at: each costs two calls. */
const mostAlike = 10;

/** Returns the attachment that a run has made without learning its id; null where it has made none. */
async function findAttachment(
  { prisma }: Context,
  { client, call, hash }: Copying,
  copy: ListCopy,
): Promise<string | null> {
  const { sheetId, fileName } = copy;
  const all = await client.attachments.list({ ...call, sheetId }).catch((error: unknown) => {
    if (error instanceof SmartsheetError && error.class === 'configuration') return [];
    throw error;
  });
  // Whoever may edit the sheet can give other attachments that name.
  const isLike = ({ name, attachmentType }: (typeof all)[number]) =>
    name === fileName && attachmentType === 'FILE';
  const named = all.filter(isLike).map(({ id }) => id);
  const known = await findKnownAttachments(prisma, named);
  for (const attachmentId of named.filter((id) => !known.has(id)).slice(0, mostAlike)) {
    const found = await readCopy({ client, call, hash, copy: { ...copy, attachmentId } });
    if (found.state === 'kept') return attachmentId;
  }
  return null;
}

/** Deletes a file of ours; one that is gone already is well. */
async function deleteFile(
  { client, call }: Pick<Copying, 'client' | 'call'>,
  { sheetId, attachmentId }: { sheetId: string; attachmentId: string },
): Promise<void> {
  try {
    await client.attachments.delete({ ...call, sheetId, attachmentId });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
  }
}

/** Deletes the copies that newer ones have made superfluous. What fails is tried again with the next copy. */
async function dropSurplus({ prisma }: Context, run: Copying): Promise<void> {
  for (const { id, sheetId, attachmentId } of await findSurplusCopies(prisma, run.automation.id)) {
    try {
      if (attachmentId !== null) await deleteFile(run, { sheetId, attachmentId });
    } catch (error) {
      if (error instanceof SmartsheetError && error.class !== 'needs_user') return;
      throw error;
    }
    await prisma.listCopy.updateMany({ where: { id }, data: { lostAs: 'expired' } });
  }
}
