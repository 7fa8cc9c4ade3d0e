import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { strictPublic } from './endpoint-kinds.ts';
import { count, emailField, messageReply } from './fields.ts';
import { mailProblems } from './mail-address.ts';
import { maintenanceWindow } from './maintenance.ts';
import { passkeyFactorBody, usedCredential } from './passkeys.ts';
import { currentPasswordField, newPasswordField, withConfirmation } from './passwords.ts';
import { connectionStates, regions } from './regions.ts';
import { signInProviders } from './sign-in.ts';
import { timeZoneField } from './time-zones.ts';
import { recoveryFactorBody, secondFactors, totpFactorBody } from './two-factor.ts';
import { user } from './users.ts';

/** The six-digit code of a mail. */
export const otpField = z
  .string('OTP must be 6 digits')
  .trim()
  .length(6, 'OTP must be 6 digits')
  .regex(/^[0-9]+$/, 'OTP must contain only numbers');

/** The token in the link of a verification mail. */
const verificationTokenField = z
  .string('Verification token is invalid')
  .trim()
  .min(32, 'Verification token is invalid')
  .max(200, 'Verification token is invalid');

const resetTokenField = z
  .string('Reset token is required')
  .trim()
  .min(1, 'Reset token is required')
  .max(200, 'Reset token is required');

export const loginBody = z.strictObject({
  email: emailField,
  password: currentPasswordField,
  timeZone: timeZoneField,
});
export const registerBody = z.strictObject({ email: emailField, password: newPasswordField });
export const emailBody = z.strictObject({ email: emailField });
export const verifyEmailBody = z.strictObject({ email: emailField, otp: otpField });
export const verifyEmailByLinkBody = z.strictObject({ token: verificationTokenField });
export const resetLinkBody = z.strictObject({ token: resetTokenField });
/** What else is revoked with the old password; nothing by default, so that programs go on working. */
const goesAsWell = {
  revokeApiKeys: z.boolean().default(false),
  /** Passkeys, linked sign-ins and API keys; outgoing webhooks are switched off. */
  removeOtherWaysIn: z.boolean().default(false),
};
const notTyped = { revokeApiKeys: true, removeOtherWaysIn: true } as const;

export const resetPasswordBody = z.strictObject({
  token: resetTokenField,
  password: newPasswordField,
  ...goesAsWell,
});
export const resetPasswordOtpBody = z.strictObject({
  email: emailField,
  otp: otpField,
  password: newPasswordField,
  ...goesAsWell,
});

export const registerForm = withConfirmation(registerBody);
export const resetPasswordForm = withConfirmation(resetPasswordBody.omit(notTyped));
export const resetPasswordOtpForm = withConfirmation(resetPasswordOtpBody.omit(notTyped));

/**
 * For `POST /api/auth/reset-password`: the account opens when a new password is set with it, because the one it has was
 * given in another browser. Null when the address is verified.
 */
const passwordToken = z.string().nullable();

export const authStatus = z.object({
  isAuthenticated: z.boolean(),
  /**
   * Short-lived value bound to the session, for the `Authorization: Bearer` header; renewed by this call when the session's
   * cookie comes along, else null.
   */
  authToken: z.string().nullable(),
  emailVerificationRequired: z.boolean(),
  /** A new password has to be set before anything else. */
  passwordUpdateRequired: z.boolean(),
  smartsheetConnected: z.boolean(),
  /** Finer than `smartsheetConnected`: a connection that Smartsheet refuses needs the user. */
  smartsheetState: z.enum(connectionStates),
  smartsheetEmail: z.string().nullable(),
  /** Where the account is that is, or was last, connected. */
  smartsheetRegion: z.enum(regions).nullable(),
  /** Whether the Smartsheet user has a license; absent where that is not known. */
  smartsheetLicensed: z.boolean().optional(),
  user: user.nullable(),
  /** For the stream of events, which reports what changes after this reply began. Absent for a visitor. */
  lastEventId: z.string().optional(),
  /** Present when mail to the user's address came back. */
  mailProblem: z.enum(mailProblems).optional(),
  /** The page with the mails, where the sandbox stands in for the mail provider; else absent. */
  sandboxInbox: z.string().optional(),
  /** What somebody can sign in with here besides a password; absent when that is nothing. */
  signInProviders: z.array(z.enum(signInProviders)).optional(),
  /** The update that is announced, on, or just over; absent when there is none. */
  maintenance: maintenanceWindow.optional(),
  /** What the plans are called; absent where no administrator has renamed one. */
  planNames: z.object({ free: z.string(), basic: z.string(), premium: z.string() }).optional(),
});

export type AuthStatus = z.output<typeof authStatus>;

/** The status of a visitor who is not signed in. */
export const signedOutStatus: AuthStatus = {
  isAuthenticated: false,
  authToken: null,
  emailVerificationRequired: false,
  passwordUpdateRequired: false,
  smartsheetConnected: false,
  smartsheetState: 'not_connected',
  smartsheetEmail: null,
  smartsheetRegion: null,
  user: null,
};

/** What a right password or a passkey leads to. */
export const loginReply = z.object({
  /** Null while a second factor is missing. */
  authToken: z.string().nullable(),
  requiresVerification: z.boolean(),
  email: z.string(),
  message: z.string(),
  /** What may be given with `POST /api/auth/second-factor`, where something is still missing; else empty. */
  secondFactors: z.array(z.enum(secondFactors)),
});

/** By itself, because every page asks who is signed in, and few need the other calls. */
export const authStatusEndpoint = endpoint('GET', '/api/auth/status', {
  reply: authStatus,
  access: 'public',
});

export const authEndpoints = {
  status: authStatusEndpoint,
  token: endpoint('GET', '/api/auth/token', {
    /**
     * The one before stays valid for a minute. The token is null for a caller without the session's cookie: a bearer token does not
     * renew itself.
     */
    reply: z.object({ token: z.string().nullable(), user }),
    access: 'user',
  }),
  login: endpoint('POST', '/api/auth/login', {
    ...strictPublic,
    body: loginBody,
    reply: loginReply,
    maintenance: 'open',
  }),
  /** The reply is the same whether or not the address has an account. */
  register: endpoint('POST', '/api/auth/register', { ...strictPublic, body: registerBody }),
  verifyEmail: endpoint('POST', '/api/auth/verify-email', {
    ...strictPublic,
    body: verifyEmailBody,
    reply: z.object({ message: z.string(), passwordToken }),
  }),
  /** Takes the token in the link of a verification mail. The page behind the link calls it on a click, not when it is opened. */
  verifyEmailByLink: endpoint('POST', '/api/auth/verify-email-link', {
    ...strictPublic,
    body: verifyEmailByLinkBody,
    reply: z.object({ message: z.string(), email: z.string(), passwordToken }),
  }),
  /** The reply is the same whether or not the address has an account. */
  resendVerification: endpoint('POST', '/api/auth/resend-verification', { ...strictPublic, body: emailBody }),
  /** Public, so that a session which has ended already can still be left. */
  logout: endpoint('POST', '/api/auth/logout', {
    reply: messageReply,
    access: 'public',
    maintenance: 'open',
  }),
};

export const passwordResetEndpoints = {
  /** The reply is the same whether or not the address has an account. */
  forgot: endpoint('POST', '/api/auth/forgot-password', { ...strictPublic, body: emailBody }),
  /**
   * Returns the account of a reset link without using the link, and how many API keys the account has. Takes the token in its body, because URLs are logged in many
   * places.
   */
  readLink: endpoint('POST', '/api/auth/reset-password/link', {
    ...strictPublic,
    body: resetLinkBody,
    reply: z.object({ email: z.string(), apiKeys: count }),
  }),
  /** Takes the token of a mail, or the `passwordToken` of a verification. */
  byToken: endpoint('POST', '/api/auth/reset-password', { ...strictPublic, body: resetPasswordBody }),
  byOtp: endpoint('POST', '/api/auth/reset-password-otp', { ...strictPublic, body: resetPasswordOtpBody }),
};

/** What follows the password, and what takes its place. Apart from the other calls: only the login page needs them. */
export const signInStepEndpoints = {
  /** A passkey replaces both password and second factor: the device has verified its owner. */
  loginByPasskey: endpoint('POST', '/api/auth/login/passkey', {
    ...strictPublic,
    body: z.strictObject({ credential: usedCredential }),
    reply: loginReply,
    maintenance: 'open',
  }),
  /** Finishes the login that this browser began with the password. Without one it is answered 401 `sign_in_again`. */
  giveSecondFactor: endpoint('POST', '/api/auth/second-factor', {
    ...strictPublic,
    body: z.discriminatedUnion('method', [totpFactorBody, recoveryFactorBody, passkeyFactorBody]),
    reply: loginReply,
    maintenance: 'open',
  }),
};
