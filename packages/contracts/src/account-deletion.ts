import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { emailField, messageReply } from './fields.ts';

/** The address of the account, which the user types again to confirm. */
export const deleteAccountBody = z.strictObject({ email: emailField });

export const accountDeletionEndpoints = {
  /** Deletes the caller's account and everything about it, for good. */
  delete: endpoint({
    method: 'POST',
    path: '/api/account/delete',
    body: deleteAccountBody,
    reply: messageReply,
    access: 'user',
    proof: 'recent',
    rate: 'strict',
  }),
};
