import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { forgotPassword } from './forgot-password.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { readResetLink, resetPassword, resetPasswordByCode } from './reset-password.ts';
import { verifyEmail, verifyEmailByLink } from './verify-email.ts';

const { auth, passwordReset } = endpoints;

/** Serves the calls from the registration to an account that can be signed in to. */
export function signUpRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(auth.register)(({ body, request, reply }) =>
    register(context, {
      ...body,
      ipAddress: request.ip,
      keepPasswordProof: (proof) => context.cookies.password.set(reply, proof),
    }),
  );

  route(auth.verifyEmail)(async ({ body, request, reply }) => {
    const passwordProof = context.cookies.password.read(request);
    const verified = await verifyEmail(context, { ...body, passwordProof, ipAddress: request.ip });
    context.cookies.password.clear(reply);
    return verified;
  });

  route(auth.verifyEmailByLink)(async ({ body, request, reply }) => {
    const verified = await verifyEmailByLink(context, {
      ...body,
      passwordProof: context.cookies.password.read(request),
      ipAddress: request.ip,
    });
    context.cookies.password.clear(reply);
    return verified;
  });

  route(auth.resendVerification)(({ body, request }) =>
    resendVerification(context, { ...body, ipAddress: request.ip }),
  );

  route(passwordReset.forgot)(({ body, request }) =>
    forgotPassword(context, {
      ...body,
      ipAddress: request.ip,
      browserTokens: context.cookies.knownBrowser.read(request),
    }),
  );

  route(passwordReset.readLink)(({ body }) => readResetLink(context, body.token));

  route(passwordReset.byToken)(({ body, request }) =>
    resetPassword(context, {
      ...body,
      ipAddress: request.ip,
      browserTokens: context.cookies.knownBrowser.read(request),
    }),
  );

  route(passwordReset.byOtp)(({ body, request }) =>
    resetPasswordByCode(context, {
      ...body,
      ipAddress: request.ip,
      browserTokens: context.cookies.knownBrowser.read(request),
    }),
  );
}
