import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxDeps } from '../../deps.ts';
import { hasAccess } from '../access.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import { type Attachment, type UrlAttachmentType, urlAttachmentTypes } from '../model.ts';
import type { SheetContext } from '../sheets/find-sheet.ts';
import { recordChange } from '../sheets/record-change.ts';

/** What a caller attaches: a file or an address. */
type Draft =
  | { type: 'FILE'; name: string; mimeType: string; base64: string }
  | { type: UrlAttachmentType; name: string; url: string };

const maxFileMb = 30;
const bytesPerMb = 1024 * 1024;

/**
 * Returns what the body attaches: the bytes of a file, whose name stands in `Content-Disposition`, a form with a file,
 * or JSON with an address.
 */
export async function parseAttachment(body: unknown, headers: IncomingHttpHeaders): Promise<Draft> {
  const mimeType = headers['content-type'] ?? 'application/octet-stream';
  if (!Buffer.isBuffer(body)) return parseAddress(body);
  if (mimeType.startsWith('multipart/form-data')) return parseForm(body, mimeType);
  return toFileDraft(readFileName(headers['content-disposition']), { mimeType, bytes: body });
}

function parseAddress(body: unknown): Draft {
  if (!isObject(body)) throw apiError(1024);
  const accepted = ['name', 'url', 'attachmentType', 'attachmentSubType', 'description'];
  assertAttributes(body, { noun: 'attachment', accepted });
  const type = readText(body, 'attachmentType');
  if (type === 'FILE') throw apiError(1051);
  const url = readText(body, 'url');
  if (!url) throw apiError(1012, 'attachment.url');
  if (!isUrlType(type)) throw apiError(1255, type);
  return { type, name: readText(body, 'name') ?? url, url };
}

function isUrlType(type: string | undefined): type is UrlAttachmentType {
  return urlAttachmentTypes.some((known) => known === type);
}

async function parseForm(body: Buffer, mimeType: string): Promise<Draft> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': mimeType } })
    .formData()
    .catch((error: Error) => {
      throw apiError(1008, error.message);
    });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return toFileDraft(file?.name, { mimeType: file?.type ?? '', bytes });
}

function toFileDraft(name: string | undefined, file: { mimeType: string; bytes: Buffer }): Draft {
  if (!name) throw apiError(1338);
  const megabytes = file.bytes.length / bytesPerMb;
  if (megabytes > maxFileMb) throw apiError(1074, `${Math.ceil(megabytes)} MB`, `${maxFileMb} MB`);
  return { type: 'FILE', name, mimeType: file.mimeType, base64: file.bytes.toString('base64') };
}

/** Returns the file name of a header such as `attachment; filename="List.csv"`, also in its form for any script. */
function readFileName(disposition = ''): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition) ?? [];
  return quoted ?? plain?.trim();
}

/** Attaches a file or an address to a sheet, which raises its version. */
export function addAttachment(deps: SandboxDeps, { sheet, actor }: SheetContext, draft: Draft): Attachment {
  const attachment = {
    ...draft,
    id: deps.newId(),
    createdAt: deps.now().getTime(),
    createdBy: actor.account.id,
  };
  sheet.attachments = [...(sheet.attachments ?? []), attachment];
  recordChange(deps, {
    sheet,
    actor,
    events: [{ objectType: 'attachment', eventType: 'created', id: attachment.id }],
    raisesVersion: true,
  });
  return attachment;
}

/** Removes an attachment, which raises the sheet's version. Throws 1004 for another one's below ADMIN. */
export function deleteAttachment(
  deps: SandboxDeps,
  { sheet, actor }: SheetContext,
  attachment: Attachment,
): void {
  const isOwn = attachment.createdBy === actor.account.id;
  if (!isOwn && !hasAccess(sheet, actor.account.id, 'ADMIN')) throw apiError(1004);
  sheet.attachments = sheet.attachments?.filter(({ id }) => id !== attachment.id) ?? [];
  recordChange(deps, {
    sheet,
    actor,
    events: [{ objectType: 'attachment', eventType: 'deleted', id: attachment.id }],
    raisesVersion: true,
  });
}

/**
 * Gives a file another content under the same id, as a person does who puts a changed file in its place. Smartsheet keeps
 * the old one as a version.
 */
export function replaceFile(
  deps: SandboxDeps,
  { sheet, actor }: SheetContext,
  { attachment, bytes }: { attachment: Attachment; bytes: Buffer },
): void {
  if (attachment.type !== 'FILE') throw apiError(1006);
  attachment.base64 = bytes.toString('base64');
  recordChange(deps, {
    sheet,
    actor,
    events: [{ objectType: 'attachment', eventType: 'updated', id: attachment.id }],
    raisesVersion: true,
  });
}
