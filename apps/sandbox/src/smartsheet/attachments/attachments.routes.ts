import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { browserUrl } from '../../urls.ts';
import { success } from '../api/envelope.ts';
import type { AddOperation, ApiCall } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import { newSecret } from '../ids.ts';
import type { Attachment, Id, Sheet, Time } from '../model.ts';
import { findSheet } from '../sheets/find-sheet.ts';
import { getPage } from '../sheets/paging.ts';
import { timeFormat } from '../sheets/time-format.ts';
import { addAttachment, deleteAttachment, parseAttachment } from './attachments.ts';

/** For how long the address of a file can be used. Smartsheet's stay valid for two minutes. */
const urlLifeMs = 120_000;

type Download = { sheetId: Id; attachmentId: Id; expiresAt: Time };

/** The addresses that were given out, by their keys. A restart forgets them. */
type Downloads = Map<string, Download>;

export function attachmentsRoutes(
  addOperation: AddOperation,
  { deps, downloads }: { deps: SandboxDeps; downloads: Downloads },
): void {
  addOperation('attachments.list', (call) => {
    const { sheet } = findSheet(deps, call, 'VIEWER');
    const page = getPage(sheet.attachments ?? [], call.query);
    return { ...page, data: page.data.map((attachment) => toView(deps, { sheet, attachment, call })) };
  });

  addOperation('attachments.add', async (call) => {
    const context = findSheet(deps, call, 'EDITOR');
    const attachment = addAttachment(deps, context, await parseAttachment(call.body, call.headers));
    const { sheet } = context;
    return success({ version: sheet.version, result: toView(deps, { sheet, attachment, call }) });
  });

  addOperation('attachments.get', (call) => {
    const { sheet } = findSheet(deps, call, 'VIEWER');
    const attachment = findAttachment(sheet, call);
    const view = toView(deps, { sheet, attachment, call });
    if (attachment.type !== 'FILE') return view;
    const key = newSecret(deps.random, 40);
    const at = deps.now().getTime();
    for (const [old, { expiresAt }] of downloads) if (expiresAt <= at) downloads.delete(old);
    const expiresAt = at + urlLifeMs;
    downloads.set(key, { sheetId: sheet.id, attachmentId: attachment.id, expiresAt });
    const url = `${browserUrl(deps.config)}/smartsheet-files/${key}`;
    return { ...view, url, urlExpiresInMillis: urlLifeMs };
  });

  addOperation('attachments.delete', (call) => {
    const context = findSheet(deps, call, 'EDITOR');
    deleteAttachment(deps, context, findAttachment(context.sheet, call));
    return success({ version: context.sheet.version });
  });
}

/** Adds the addresses of files: whoever has one may read the file, without a token, until it expires. */
export function downloadRoutes(
  app: FastifyInstance,
  { deps, downloads }: { deps: SandboxDeps; downloads: Downloads },
): void {
  app.get<{ Params: { key: string } }>('/smartsheet-files/:key', (request, reply) => {
    const download = downloads.get(request.params.key);
    const sheet = download && deps.state.sheets.get(download.sheetId);
    const attachment = sheet?.attachments?.find(({ id }) => id === download?.attachmentId);
    const isValid = download !== undefined && deps.now().getTime() < download.expiresAt;
    if (!isValid || attachment?.type !== 'FILE') {
      return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>');
    }
    return reply
      .type(attachment.mimeType || 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
      .send(Buffer.from(attachment.base64, 'base64'));
  });
}

function findAttachment({ attachments }: Sheet, { params }: ApiCall): Attachment {
  const id = pathId(params, 'attachmentId');
  const attachment = attachments?.find((one) => one.id === id);
  if (!attachment) throw apiError(1006);
  return attachment;
}

/** Returns an attachment for the response. The address of a file stands only in "Get Attachment". */
function toView(
  { state }: SandboxDeps,
  { sheet, attachment, call }: { sheet: Sheet; attachment: Attachment; call: ApiCall },
) {
  const creator = state.accounts.get(attachment.createdBy);
  const { id, name, type, createdAt } = attachment;
  return {
    id,
    name,
    attachmentType: type,
    parentType: 'SHEET',
    parentId: sheet.id,
    createdAt: timeFormat(call.query.flag('numericDates'))(createdAt),
    createdBy: { name: `${creator?.firstName} ${creator?.lastName}`, email: creator?.email },
    ...(attachment.type === 'FILE'
      ? { mimeType: attachment.mimeType, sizeInKb: Math.ceil((attachment.base64.length * 3) / 4 / 1024) }
      : { url: attachment.url }),
  };
}
