import * as z from 'zod';
import { SmartsheetError } from './errors.ts';
import { checkedId, idNumber } from './exact-json.ts';
import { eachPage, type ListPlace, listAnswer } from './list-pages.ts';
import type { Request } from './request.ts';
import {
  type CreateWebhook,
  type ListWebhooks,
  type OneWebhook,
  type UpdateWebhook,
  type Webhook,
  webhookSchema,
} from './webhooks.wire.ts';

const webhookAnswer = listAnswer(webhookSchema);
const webhookResultSchema = z.object({ result: webhookSchema }).transform(({ result }) => result);
const secretSchema = z
  .object({ result: z.object({ sharedSecret: z.string() }) })
  .transform(({ result }) => result.sharedSecret);
const nothing = z
  .unknown()
  .optional()
  .transform(() => undefined);

/** Creates the calls about webhooks. Each needs the scope ADMIN_WEBHOOKS, reading too. */
export function webhooksCalls(request: Request) {
  return {
    /** Creates a webhook on a sheet, disabled (NEW_NOT_VERIFIED), with its shared secret. ("Create Webhook") */
    create: ({ name, callbackUrl, sheetId, columnIds = [], ...options }: CreateWebhook) =>
      request({
        operation: 'webhooks.create',
        method: 'POST',
        path: '/webhooks',
        body: {
          name,
          callbackUrl,
          scope: 'sheet',
          scopeObjectId: idNumber(sheetId),
          events: ['*.*'],
          version: 1,
          ...(columnIds.length > 0 ? { subscope: { columnIds: columnIds.map(idNumber) } } : {}),
        },
        reply: webhookResultSchema,
        options,
      }),

    /** All webhooks of the user and app, newest first. ("List Webhooks"; its totals are always -1) */
    list: async ({ pageSize = 100, maxPages = 100, ...options }: ListWebhooks = {}): Promise<Webhook[]> => {
      const operation = 'webhooks.list';
      const first: ListPlace = { from: 'page', page: 1, pageSize };
      const load = (place: ListPlace) => {
        const { from: _, ...query } = place;
        return request({ operation, method: 'GET', path: '/webhooks', query, reply: webhookAnswer, options });
      };
      const webhooks: Webhook[] = [];
      let hasMore = false;
      for await (const page of eachPage({ first, maxPages, load })) {
        webhooks.push(...page.items);
        hasMore = page.hasMore;
      }
      if (!hasMore) return webhooks;
      const detail = `no end after ${maxPages} pages`;
      throw new SmartsheetError({ class: 'bug', reason: 'bad_reply', operation, detail });
    },

    /**
     * Changes a webhook. With `enabled: true` Smartsheet sends the challenge to the callback address before it
     * answers; a failed challenge is not an error but status DISABLED_VERIFICATION_FAILED. ("Update Webhook")
     */
    update: ({ webhookId, enabled, callbackUrl, name, ...options }: UpdateWebhook) =>
      request({
        operation: 'webhooks.update',
        method: 'PUT',
        path: `/webhooks/${checkedId(webhookId)}`,
        body: { enabled, callbackUrl, name },
        reply: webhookResultSchema,
        options,
      }),

    /** ("Delete Webhook") */
    delete: ({ webhookId, ...options }: OneWebhook): Promise<void> =>
      request({
        operation: 'webhooks.delete',
        method: 'DELETE',
        path: `/webhooks/${checkedId(webhookId)}`,
        reply: nothing,
        options,
      }),

    /** A new shared secret; the old one stops at once. ("Reset Shared Secret") */
    resetSharedSecret: ({ webhookId, ...options }: OneWebhook): Promise<string> =>
      request({
        operation: 'webhooks.resetSharedSecret',
        method: 'POST',
        path: `/webhooks/${checkedId(webhookId)}/resetSharedSecret`,
        reply: secretSchema,
        options,
      }),
  };
}
