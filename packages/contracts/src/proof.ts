import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { messageReply } from './fields.ts';
import { passkeyFactorBody } from './passkeys.ts';
import { currentPasswordField } from './passwords.ts';
import { recoveryFactorBody, secondFactors, totpFactorBody } from './two-factor.ts';

/**
 * How somebody who is signed in can prove again who they are. Where two-factor sign-in is on the password is not enough: whoever
 * took over the session may know it.
 */
export const proofMethods = ['password', ...secondFactors] as const;

export type ProofMethod = (typeof proofMethods)[number];

export const passwordProofBody = z.strictObject({
  method: z.literal('password'),
  password: currentPasswordField,
});

/** Asked again before rights are gained or lost: see `proof` of an endpoint. */
export const proofEndpoints = {
  /** What the account can prove itself with, the best first. */
  methods: endpoint({
    method: 'GET',
    path: '/api/auth/proof',
    reply: z.object({ methods: z.array(z.enum(proofMethods)) }),
    access: 'user',
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/auth/prove',
    body: z.discriminatedUnion('method', [
      passwordProofBody,
      totpFactorBody,
      recoveryFactorBody,
      passkeyFactorBody,
    ]),
    reply: messageReply,
    access: 'user',
    rate: 'strict',
  }),
};
