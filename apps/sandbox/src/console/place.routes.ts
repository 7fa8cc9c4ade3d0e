import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { deleteAttachment, replaceFile } from '../smartsheet/attachments/attachments.ts';
import { apiError } from '../smartsheet/errors.ts';
import type { Attachment, Place } from '../smartsheet/model.ts';
import type { SheetContext } from '../smartsheet/sheets/find-sheet.ts';
import {
  copySheet,
  createFolder,
  createWorkspace,
  deletePlace,
  moveFolder,
  moveSheet,
  shareWorkspace,
} from '../smartsheet/workspaces/workspaces.ts';
import { findSheet, id, shareBody, sheetUrl } from './sheet.routes.ts';

const place = z.strictObject({ workspaceId: id, folderId: id.optional() });
const addedWorkspace = z.strictObject({ name: z.string(), owner: z.string() });
const addedFolder = z.strictObject({ name: z.string(), place });
const moved = z.strictObject({ place: place.nullable() });
const folderParams = z.object({ folderId: id });
const movedFolder = z.strictObject({ place });
const copied = z.strictObject({ name: z.string(), place: place.nullable() });
const attachmentParams = z.object({ attachmentId: id });
const workspaceParams = z.object({ workspaceId: id });
const fileText = z.strictObject({ text: z.string() });

/** Makes, shares and deletes workspaces and folders for the page, and moves and copies sheets between them. */
export function placeRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { state, changes } = deps;
  app.post('/api/console/workspaces', async ({ body }, reply) => {
    const { name, owner } = addedWorkspace.parse(body);
    const { id } = createWorkspace(deps, { account: findAccount(state, owner), body: { name } });
    changes.announce({ list: true });
    return reply.code(201).send({ id: String(id) });
  });

  app.put('/api/console/workspaces/:workspaceId/shares', async ({ params, body }, reply) => {
    const workspace = state.workspaces.get(workspaceParams.parse(params).workspaceId);
    if (!workspace) throw apiError(1006);
    const { email, access } = shareBody.parse(body);
    shareWorkspace(deps, { workspace, accountId: findAccount(state, email).id, access });
    changes.announce({ list: true });
    return reply.code(204).send();
  });

  app.post('/api/console/folders', async ({ body }, reply) => {
    const { name, place } = addedFolder.parse(body);
    const { id } = createFolder(deps, { place: findPlace(deps, place), body: { name } });
    changes.announce({ list: true });
    return reply.code(201).send({ id: String(id) });
  });

  app.put('/api/console/folders/:folderId/place', async ({ params, body }, reply) => {
    const folder = state.folders.get(folderParams.parse(params).folderId);
    if (!folder) throw apiError(1006);
    moveFolder(deps, folder, findPlace(deps, movedFolder.parse(body).place));
    return reply.code(204).send();
  });

  app.delete('/api/console/places', async ({ body }, reply) => {
    deletePlace(deps, findPlace(deps, place.parse(body)));
    changes.announce({ list: true });
    return reply.code(204).send();
  });

  app.put(`${sheetUrl}/place`, async ({ params, body }, reply) => {
    const { place } = moved.parse(body);
    moveSheet(deps, findSheet(deps, params).sheet, place && findPlace(deps, place));
    return reply.code(204).send();
  });

  app.post(`${sheetUrl}/copies`, async ({ params, body }, reply) => {
    const { sheet, actor } = findSheet(deps, params);
    const { name, place } = copied.parse(body);
    const include = new Set(['data']);
    const copy = copySheet(deps, sheet, { actor, name, include, place: place && findPlace(deps, place) });
    return reply.code(201).send({ id: String(copy.id) });
  });
}

/** Reads, changes and deletes the files of a sheet for the page. */
export function attachmentRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const url = `${sheetUrl}/attachments/:attachmentId`;
  app.get(url, async ({ params }) => {
    const { attachment } = findAttachment(deps, params);
    if (attachment.type !== 'FILE') throw apiError(1006);
    return { text: Buffer.from(attachment.base64, 'base64').toString('utf8') };
  });

  app.put(url, async ({ params, body }, reply) => {
    const { context, attachment } = findAttachment(deps, params);
    replaceFile(deps, context, { attachment, bytes: Buffer.from(fileText.parse(body).text, 'utf8') });
    return reply.code(204).send();
  });

  app.delete(url, async ({ params }, reply) => {
    const { context, attachment } = findAttachment(deps, params);
    deleteAttachment(deps, context, attachment);
    return reply.code(204).send();
  });
}

/** Returns the place as the state knows it. Throws 1006 when it is gone. */
function findPlace({ state }: SandboxDeps, { workspaceId, folderId }: z.output<typeof place>): Place {
  if (!state.workspaces.has(workspaceId)) throw apiError(1006);
  if (folderId === undefined) return { workspaceId };
  if (state.folders.get(folderId)?.place.workspaceId !== workspaceId) throw apiError(1006);
  return { workspaceId, folderId };
}

function findAttachment(
  deps: SandboxDeps,
  params: unknown,
): { context: SheetContext; attachment: Attachment } {
  const context = findSheet(deps, params);
  const { attachmentId } = attachmentParams.parse(params);
  const attachment = context.sheet.attachments?.find((one) => one.id === attachmentId);
  if (!attachment) throw apiError(1006);
  return { context, attachment };
}
