import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { answerSignIn, getBrowser } from './answer-sign-in.ts';
import { giveSecondFactor, signInByPasskey } from './sign-in.ts';

const { signInSteps } = endpoints;

/** Serves the second factor after the password, and the passkeys in place of it. */
export function signInRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(signInSteps.giveSecondFactor)(async ({ body, caller, request, reply }) => {
    const token = context.cookies.secondFactor.read(request);
    const signIn = await giveSecondFactor(context, {
      token,
      factor: body,
      browser: context.cookies.passkey.read(request),
      ...getBrowser(context, request),
    });
    return answerSignIn(context, signIn, { caller, reply });
  });

  route(signInSteps.loginByPasskey)(async ({ body, caller, request, reply }) => {
    const browser = context.cookies.passkey.read(request);
    const signIn = await signInByPasskey(context, { ...body, browser, ...getBrowser(context, request) });
    return answerSignIn(context, signIn, { caller, reply });
  });
}
