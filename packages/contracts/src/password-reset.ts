import * as z from 'zod';
import { emailBody, resetLinkBody, resetPasswordBody, resetPasswordOtpBody } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { count, messageReply } from './fields.ts';

export const passwordResetEndpoints = {
  /** The reply is the same whether or not the address has an account. */
  forgot: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: emailBody,
    reply: messageReply,
    access: 'public',
    rate: 'strict',
  }),
  /**
   * Returns the account of a reset link without using the link, and how many API keys the account has. Takes the token in its body, because URLs are logged in many
   * places.
   */
  readLink: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password/link',
    body: resetLinkBody,
    reply: z.object({ email: z.string(), apiKeys: count }),
    access: 'public',
    rate: 'strict',
  }),
  /** Takes the token of a mail, or the `passwordToken` of a verification. */
  byToken: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    body: resetPasswordBody,
    reply: messageReply,
    access: 'public',
    rate: 'strict',
  }),
  byOtp: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password-otp',
    body: resetPasswordOtpBody,
    reply: messageReply,
    access: 'public',
    rate: 'strict',
  }),
};
