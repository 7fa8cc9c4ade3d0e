import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { count, isoTime } from './fields.ts';

/** What may follow the password, where two-factor sign-in is on. */
export const secondFactors = ['passkey', 'totp', 'recovery_code'] as const;

export type SecondFactor = (typeof secondFactors)[number];

export const recoveryCodeCount = 10;

/** The six digits of an authenticator app; people type them in two groups. */
export const totpCodeField = z
  .string('Please enter the 6 digits of your app')
  .max(20, 'Please enter the 6 digits of your app')
  .overwrite((code) => code.replace(/\s/g, ''))
  .regex(/^\d{6}$/, 'Please enter the 6 digits of your app');

export const recoveryCodeField = z
  .string('Please enter one of your recovery codes')
  .max(40, 'Please enter one of your recovery codes')
  .overwrite((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .regex(/^[a-z2-7]{10}$/, 'A recovery code has 10 letters and digits, such as k7qd2-mfp3x');

export const totpFactorBody = z.strictObject({ method: z.literal('totp'), code: totpCodeField });
export const recoveryFactorBody = z.strictObject({
  method: z.literal('recovery_code'),
  code: recoveryCodeField,
});

/** Shown once. */
const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFactorEndpoints = {
  read: endpoint('GET', '/api/account/two-factor', {
    reply: z.object({
      /** Since when the sign-in needs an authenticator app; null when it does not. */
      totpSince: isoTime.nullable(),
      recoveryCodesLeft: count,
    }),
    access: 'user',
  }),
  /** Makes a new secret for an authenticator app. It counts only when a code of it has been given. */
  begin: endpoint('POST', '/api/account/two-factor/totp', {
    /** The secret for people to type, and the address that a QR code holds. */
    reply: z.object({ key: z.string(), uri: z.string() }),
    access: 'user',
    stepUp: 'recent',
    rate: 'strict',
  }),
  enable: endpoint('POST', '/api/account/two-factor/totp/enable', {
    body: z.strictObject({ code: totpCodeField }),
    reply: recoveryCodesReply,
    access: 'user',
    stepUp: 'recent',
    rate: 'strict',
  }),
  disable: endpoint('DELETE', '/api/account/two-factor/totp', { ...userAct, stepUp: 'recent' }),
  /** Voids the recovery codes there are and makes new ones. */
  renewRecoveryCodes: endpoint('POST', '/api/account/two-factor/recovery-codes', {
    reply: recoveryCodesReply,
    access: 'user',
    stepUp: 'recent',
  }),
};
