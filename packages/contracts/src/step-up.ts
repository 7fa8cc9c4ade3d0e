import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { messageReply } from './fields.ts';
import { passkeyFactorBody } from './passkeys.ts';
import { currentPasswordField } from './passwords.ts';
import { recoveryFactorBody, secondFactors, totpFactorBody } from './two-factor.ts';

/**
 * How a signed-in user can pass step-up. With two-factor sign-in the password is not enough:
 * somebody who took over the session may know it. An account with neither proves itself by a code in a mail.
 */
export const stepUpMethods = ['password', ...secondFactors, 'email_code'] as const;

export type StepUpMethod = (typeof stepUpMethods)[number];

export const passwordStepUpBody = z.strictObject({
  method: z.literal('password'),
  password: currentPasswordField,
});

export const emailCodeStepUpBody = z.strictObject({
  method: z.literal('email_code'),
  code: z
    .string('Please enter the 6 digits of the mail')
    .max(20, 'Please enter the 6 digits of the mail')
    .overwrite((code) => code.replace(/\s/g, ''))
    .regex(/^\d{6}$/, 'Please enter the 6 digits of the mail'),
});

/** Step-up: asks for the identity again before sensitive calls. See `stepUp` of an endpoint. */
export const stepUpEndpoints = {
  /** The methods that the account has for step-up, the best first. */
  methods: endpoint('GET', '/api/auth/proof', {
    reply: z.object({ methods: z.array(z.enum(stepUpMethods)) }),
    access: 'user',
  }),
  /** Mails a code to a user who has no other method. */
  sendCode: endpoint('POST', '/api/auth/proof/code', {
    reply: messageReply,
    access: 'user',
    rate: 'strict',
    maintenance: 'open',
  }),
  prove: endpoint('POST', '/api/auth/prove', {
    ...userAct,
    body: z.discriminatedUnion('method', [
      passwordStepUpBody,
      totpFactorBody,
      recoveryFactorBody,
      passkeyFactorBody,
      emailCodeStepUpBody,
    ]),
    rate: 'strict',
    maintenance: 'open',
  }),
};
