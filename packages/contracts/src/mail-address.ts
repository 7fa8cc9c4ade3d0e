import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';

/** Why mail to an address is not sent any more: it came back, or its reader called it spam. */
export const mailProblems = ['bounce', 'complaint'] as const;

export type MailProblem = (typeof mailProblems)[number];

export const mailAddressEndpoints = {
  /** Confirms an address to which mail came back: mail is sent to it again. */
  confirm: endpoint('POST', '/api/account/mail-address/confirm', { ...userAct, rate: 'strict' }),
  /**
   * Postmark calls here when a mail came back or was called spam. It gives the name and the password that are part of the
   * address as it was entered there.
   */
  postmark: endpoint('POST', '/api/webhooks/postmark', {
    reply: z.object({ received: z.boolean() }),
    access: 'public',
    raw: 'bytes',
  }),
};
