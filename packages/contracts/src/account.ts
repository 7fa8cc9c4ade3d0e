import * as z from 'zod';
import { clocks, dateOrders } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { strictPublic, userAct } from './endpoint-kinds.ts';
import { emailField, isoTime } from './fields.ts';
import { currentPasswordField, newPasswordField } from './passwords.ts';
import { knownTimeZoneField } from './time-zones.ts';

/** A change of address that waits for the mail to the new one to be followed. */
const pendingEmail = z.object({ email: z.string(), expiresAt: isoTime });

/** What a person can see of their own account. */
export const accountView = z.object({
  email: z.string(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  createdAt: isoTime,
  timeZone: z.string().nullable(),
  clock: z.enum(clocks),
  dateOrder: z.enum(dateOrders),
  hasPassword: z.boolean(),
  /** When the password was changed last, as far back as that is recorded. */
  passwordChangedAt: isoTime.nullable(),
  pendingEmail: pendingEmail.nullable(),
});

export type AccountView = z.output<typeof accountView>;

/** Fields that are not given stay unchanged. */
export const changeAccountBody = z.strictObject({
  timeZone: knownTimeZoneField.optional(),
  clock: z.enum(clocks, 'Please choose a clock').optional(),
  dateOrder: z.enum(dateOrders, 'Please choose how dates are written').optional(),
});

export type AccountChange = z.output<typeof changeAccountBody>;

export const changePasswordBody = z.strictObject({
  /** Not asked of an account that has none, because it signs in through a provider. */
  currentPassword: currentPasswordField.optional(),
  password: newPasswordField,
  endOtherSessions: z.boolean().default(true),
  revokeApiKeys: z.boolean().default(false),
});

export const changeEmailBody = z.strictObject({ email: emailField });

/** The token in a mail about a change of address. */
const tokenField = z.string('This link is not complete').min(1, 'This link is not complete').max(200);

/** The password is asked for in a browser that is not logged in to the account. */
export const confirmEmailChangeBody = z.strictObject({
  token: tokenField,
  password: currentPasswordField.optional(),
});

export const accountSettingsEndpoints = {
  read: endpoint('GET', '/api/account', { reply: accountView, access: 'user' }),
  update: endpoint('PATCH', '/api/account', { body: changeAccountBody, reply: accountView, access: 'user' }),
  changePassword: endpoint('POST', '/api/account/password', {
    ...userAct,
    body: changePasswordBody,
    rate: 'strict',
  }),
};

export const emailChangeEndpoints = {
  /** The reply is the same whether or not the new address has an account. */
  request: endpoint('POST', '/api/account/email-change', {
    ...userAct,
    body: changeEmailBody,
    stepUp: 'recent',
    rate: 'strict',
  }),
  cancel: endpoint('DELETE', '/api/account/email-change', userAct),
  /**
   * What the link of a mail leads to. Changes nothing; takes the token in its body, because URLs are logged in many
   * places.
   */
  readLink: endpoint('POST', '/api/email-change/link', {
    ...strictPublic,
    body: z.strictObject({ token: tokenField }),
    reply: z.object({
      act: z.enum(['confirm', 'undo']),
      from: z.string(),
      to: z.string(),
      /**
       * What is needed beside the link: nothing when the user is logged in to the account, and nothing to undo; its
       * password; or a login, where the password alone would not open it.
       */
      asks: z.enum(['nothing', 'password', 'login']),
    }),
  }),
  /**
   * Changes the address. Needs the token of the mail to the new address, and a session or the password of the account.
   */
  confirm: endpoint('POST', '/api/email-change/confirm', { ...strictPublic, body: confirmEmailChangeBody }),
  /**
   * Changes it back. Needs the token of the mail to the old address. All sessions end, and the token sets a new
   * password.
   */
  undo: endpoint('POST', '/api/email-change/undo', {
    ...strictPublic,
    body: z.strictObject({ token: tokenField }),
    reply: z.object({ message: z.string(), passwordToken: z.string() }),
  }),
};

/** The address of the account, which the user types again to confirm. */
export const deleteAccountBody = z.strictObject({ email: emailField });

export const accountDeletionEndpoints = {
  /** Deletes the caller's account and everything about it, for good. */
  delete: endpoint('POST', '/api/account/delete', {
    ...userAct,
    body: deleteAccountBody,
    stepUp: 'recent',
    rate: 'strict',
  }),
};
