import * as z from 'zod';
import type { Webhook } from './webhooks.types.ts';
import { wireFlag, wireId, wireText, wireTime, wireWord } from './wire.ts';

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

export const webhookSchema = z
  .object({
    id: wireId,
    name: z.string().nullish(),
    callbackUrl: z.string(),
    scopeObjectId: wireId,
    subscope: z.object({ columnIds: z.array(wireId).nullish() }).nullish(),
    enabled: wireFlag,
    status: webhookStatus,
    disabledDetails: wireText,
    sharedSecret: wireText,
    createdAt: wireTime,
    modifiedAt: wireTime,
  })
  .transform(({ scopeObjectId, subscope, name, ...webhook }): Webhook => {
    const columnIds = subscope?.columnIds ?? [];
    return {
      ...webhook,
      name: name ?? '',
      sheetId: scopeObjectId,
      columnIds: columnIds.length > 0 ? columnIds : null,
    };
  });
