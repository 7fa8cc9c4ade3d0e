import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { messageReply } from './fields.ts';
import { newPasswordField, withConfirmation } from './passwords.ts';

/** How hard a password is to guess. An easy one is refused when it is set. */
const verdicts = ['easy', 'fair', 'good', 'strong'] as const;

export type PasswordVerdict = (typeof verdicts)[number];

const updatePasswordBody = z.strictObject({ password: newPasswordField });
export const updatePasswordForm = withConfirmation(updatePasswordBody);

export const passwordEndpoints = {
  /** Judges a password while it is typed, as it is judged when it is set. It is not kept. */
  strength: endpoint({
    method: 'POST',
    path: '/api/auth/password-strength',
    body: z.strictObject({
      password: newPasswordField,
      /** As far as it is typed: the parts of an address are easy to guess. */
      email: z.string().max(254).default(''),
    }),
    /** Null while too many wait for a verdict. */
    reply: z.object({ verdict: z.enum(verdicts).nullable() }),
    access: 'public',
    rate: 'strict',
  }),
  /**
   * Sets the new password of somebody who has to have one before anything else (`passwordUpdateRequired` in the status).
   * Every session ends, and a new one begins in this browser.
   */
  update: endpoint({
    method: 'POST',
    path: '/api/auth/update-password',
    body: updatePasswordBody,
    reply: messageReply.extend({ authToken: z.string() }),
    access: 'public',
    rate: 'strict',
  }),
};
