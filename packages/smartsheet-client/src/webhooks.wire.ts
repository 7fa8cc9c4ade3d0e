import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { wireFlag, wireId, wireText, wireTime, wireWord } from './wire.ts';

/** `UNKNOWN` for a word this version does not know. */
export const webhookStatus = wireWord([
  'NEW_NOT_VERIFIED',
  'ENABLED',
  'DISABLED_BY_OWNER',
  'DISABLED_CALLBACK_FAILED',
  'DISABLED_VERIFICATION_FAILED',
  'DISABLED_SCOPE_INACCESSIBLE',
  'DISABLED_APP_REVOKED',
  'DISABLED_ADMINISTRATIVE',
  'DISABLED_EXCEEDED_GRID_LIMITS',
]);

export type WebhookStatus = z.output<typeof webhookStatus>;

export const webhookSchema = z
  .object({
    id: wireId,
    name: z.string().nullish(),
    callbackUrl: z.string(),
    scopeObjectId: wireId,
    subscope: z.object({ columnIds: z.array(wireId).nullish() }).nullish(),
    enabled: wireFlag,
    status: webhookStatus,
    /** Why it is switched off, in Smartsheet's words; null while it is not. */
    disabledDetails: wireText,
    /** Key of the callback signature: a secret, seal it before storing. Null when the answer leaves it out. */
    sharedSecret: wireText,
    createdAt: wireTime,
    modifiedAt: wireTime,
  })
  .transform(({ scopeObjectId, subscope, name, ...webhook }) => {
    const columnIds = subscope?.columnIds ?? [];
    return {
      ...webhook,
      name: name ?? '',
      /** The watched sheet. */
      sheetId: scopeObjectId,
      /** The watched columns; null means all. */
      columnIds: columnIds.length > 0 ? columnIds : null,
    };
  });

export type Webhook = z.output<typeof webhookSchema>;

export type CreateWebhook = CallOptions & {
  name: string;
  /** Public https address on port 443, 8000, 8008, 8080 or 8443. */
  callbackUrl: string;
  sheetId: string;
  /** Absent or empty: all columns. Fixed at creation. */
  columnIds?: readonly string[] | undefined;
};

export type ListWebhooks = CallOptions & {
  /** Webhooks per page, default 100. */
  pageSize?: number | undefined;
  /** Default 100; one page more throws `bad_reply`. */
  maxPages?: number | undefined;
};

export type OneWebhook = CallOptions & { webhookId: string };

/** `enabled: true` runs the challenge against the callback address before Smartsheet answers. */
export type UpdateWebhook = OneWebhook & {
  enabled?: boolean | undefined;
  callbackUrl?: string | undefined;
  name?: string | undefined;
};
