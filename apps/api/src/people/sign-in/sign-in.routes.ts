import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { PasskeyCookie } from '../../http/passkey-cookie.ts';
import { serve } from '../../http/serve.ts';
import { answerSignIn, browserOf, type SignInCookies } from './answer-sign-in.ts';
import { giveSecondFactor, type SignInDeps, signInByPasskey } from './sign-in.ts';

const { signInSteps } = endpoints;

/** Serves the second factor after the password, and the passkeys in place of it. */
export function signInRoutes(
  app: FastifyInstance,
  services: SignInDeps & SignInCookies & { passkeyCookie: PasskeyCookie },
): void {
  const route = serve(app);
  const { secondFactorCookie, passkeyCookie, ...deps } = services;
  route(signInSteps.giveSecondFactor)(async ({ body, caller, request, reply }) => {
    const token = secondFactorCookie.read(request);
    const signIn = await giveSecondFactor(
      { token, factor: body, browser: passkeyCookie.read(request), ...browserOf(request, services) },
      deps,
    );
    return answerSignIn(signIn, { caller, reply }, services);
  });

  route(signInSteps.loginByPasskey)(async ({ body, caller, request, reply }) => {
    const browser = passkeyCookie.read(request);
    const signIn = await signInByPasskey({ ...body, browser, ...browserOf(request, services) }, deps);
    return answerSignIn(signIn, { caller, reply }, services);
  });
}
