import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import type { Download } from './download.ts';
import { checkedId } from './exact-json.ts';
import type { Request } from './request.ts';
import { wireCountOrNull, wireId, wireText, wireTime } from './wire.ts';

/** A file among the attachments of a sheet, or an address, which has no size. */
const attachmentSchema = z.object({
  id: wireId,
  name: wireText,
  /** `FILE`, `LINK`, or the name of a service that keeps the file. */
  attachmentType: wireText,
  sizeInKb: wireCountOrNull,
  createdAt: wireTime,
  /** Where a file can be read for a short time; only "Get Attachment" tells it. */
  url: wireText,
});

const resultSchema = z.object({ result: attachmentSchema }).transform(({ result }) => result);
const listSchema = z.object({ data: z.array(attachmentSchema) }).transform(({ data }) => data);
const nothing = z.unknown().transform(() => undefined);

/** "Attach File" is one of the calls that count as ten. */
const costlyWeight = 10;

type InSheet = CallOptions & { sheetId: string };
type One = InSheet & { attachmentId: string };

/** Creates the calls about the attachments of sheets. */
export function attachmentsCalls(request: Request, download: Download) {
  return {
    /**
     * Attaches a small text file to a sheet, which raises its version. Scope WRITE_SHEETS, and the user must be editor. Counts
     * as ten calls. ("Attach File or URL to Sheet")
     */
    add: ({ sheetId, file, ...options }: InSheet & { file: { name: string; type: string; text: string } }) =>
      request({
        operation: 'attachments.add',
        method: 'POST',
        path: `/sheets/${checkedId(sheetId)}/attachments`,
        file,
        weight: costlyWeight,
        reply: resultSchema,
        options,
      }),

    /** All attachments of a sheet, without their addresses. Scope READ_SHEETS. ("List Attachments") */
    list: ({ sheetId, ...options }: InSheet) =>
      request({
        operation: 'attachments.list',
        method: 'GET',
        path: `/sheets/${checkedId(sheetId)}/attachments`,
        query: { includeAll: true },
        reply: listSchema,
        options,
      }),

    /** One attachment, with the address at which its file can be read for two minutes. ("Get Attachment") */
    get: ({ sheetId, attachmentId, ...options }: One) =>
      request({
        operation: 'attachments.get',
        method: 'GET',
        path: `/sheets/${checkedId(sheetId)}/attachments/${checkedId(attachmentId)}`,
        reply: attachmentSchema,
        options,
      }),

    /** Reads the file at the address of an attachment; null when it is longer than `maxBytes`. */
    download,

    /** Deletes an attachment, which raises the sheet's version. Needs its creator or an admin. ("Delete Attachment") */
    delete: ({ sheetId, attachmentId, ...options }: One) =>
      request({
        operation: 'attachments.delete',
        method: 'DELETE',
        path: `/sheets/${checkedId(sheetId)}/attachments/${checkedId(attachmentId)}`,
        reply: nothing,
        options,
      }),
  };
}
