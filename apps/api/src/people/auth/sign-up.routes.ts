import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { KnownBrowserCookie } from '../../http/known-browser.ts';
import type { PasswordCookie } from '../../http/password-cookie.ts';
import { serve } from '../../http/serve.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { forgotPassword } from './forgot-password.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { readResetLink, resetPassword, resetPasswordByCode } from './reset-password.ts';
import { verifyEmail, verifyEmailByLink } from './verify-email.ts';

const { auth, passwordReset } = endpoints;

/** Serves the calls from the registration to an account that can be signed in to. */
export function signUpRoutes(
  app: FastifyInstance,
  {
    passwordCookie,
    knownBrowser,
    ...deps
  }: AuthDeps & { passwordCookie: PasswordCookie; knownBrowser: KnownBrowserCookie },
): void {
  const route = serve(app);
  route(auth.register)(({ body, request, reply }) =>
    register(
      {
        ...body,
        ipAddress: request.ip,
        keepPasswordProof: (proof) => passwordCookie.set(reply, proof),
      },
      deps,
    ),
  );

  route(auth.verifyEmail)(async ({ body, request, reply }) => {
    const passwordProof = passwordCookie.read(request);
    const verified = await verifyEmail({ ...body, passwordProof, ipAddress: request.ip }, deps);
    passwordCookie.clear(reply);
    return verified;
  });

  route(auth.verifyEmailByLink)(async ({ body, request, reply }) => {
    const verified = await verifyEmailByLink(
      { ...body, passwordProof: passwordCookie.read(request), ipAddress: request.ip },
      deps,
    );
    passwordCookie.clear(reply);
    return verified;
  });

  route(auth.resendVerification)(({ body, request }) =>
    resendVerification({ ...body, ipAddress: request.ip }, deps),
  );

  route(passwordReset.forgot)(({ body, request }) =>
    forgotPassword({ ...body, ipAddress: request.ip, browserTokens: knownBrowser.read(request) }, deps),
  );

  route(passwordReset.readLink)(({ body }) => readResetLink(body.token, deps));

  route(passwordReset.byToken)(({ body, request }) =>
    resetPassword({ ...body, ipAddress: request.ip, browserTokens: knownBrowser.read(request) }, deps),
  );

  route(passwordReset.byOtp)(({ body, request }) =>
    resetPasswordByCode({ ...body, ipAddress: request.ip, browserTokens: knownBrowser.read(request) }, deps),
  );
}
