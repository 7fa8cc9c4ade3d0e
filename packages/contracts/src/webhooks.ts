import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { idField } from './fields.ts';

export const webhookEndpoints = {
  /**
   * Smartsheet calls here when a sheet changed, and with a challenge before that. `webhookId` is our own id of the
   * webhook: the address is registered before Smartsheet has given its id.
   * Anything but exactly 200 makes Smartsheet switch the webhook off.
   */
  smartsheet: endpoint({
    method: 'POST',
    path: '/api/smartsheet/callbacks/:webhookId',
    params: z.strictObject({ webhookId: idField }),
    reply: z.object({ smartsheetHookResponse: z.string().optional() }),
    access: 'public',
    raw: 'bytes',
  }),
};
