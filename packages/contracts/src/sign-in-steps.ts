import * as z from 'zod';
import { loginReply } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { passkeyFactorBody, usedCredential } from './passkeys.ts';
import { recoveryFactorBody, totpFactorBody } from './two-factor.ts';

/** What follows the password, and what takes its place. Apart from the other calls: only the login page needs them. */
export const signInStepEndpoints = {
  /** A passkey stands for the password and the second factor: the device has made sure of its person. */
  loginByPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/login/passkey',
    body: z.strictObject({ credential: usedCredential }),
    reply: loginReply,
    access: 'public',
    rate: 'strict',
  }),
  /** Finishes the login that this browser began with the password. Without one it is answered 401 `sign_in_again`. */
  giveSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    body: z.discriminatedUnion('method', [totpFactorBody, recoveryFactorBody, passkeyFactorBody]),
    reply: loginReply,
    access: 'public',
    rate: 'strict',
  }),
};
