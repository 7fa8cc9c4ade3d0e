import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { getProvenance } from '../../http/access.ts';
import { serve } from '../../http/serve.ts';
import { renewAuthToken } from '../sessions/sessions.ts';
import { answerSignIn, getBrowser } from '../sign-in/answer-sign-in.ts';
import { readAuthStatus, toUserView } from './auth-status.ts';
import { login, logout } from './login.ts';
import { register, resendVerification } from './register.ts';
import { updatePassword } from './replace-password.ts';
import { forgotPassword, readResetLink, resetPassword, resetPasswordByCode } from './reset-password.ts';
import { verifyEmail, verifyEmailByLink } from './verify-email.ts';

const { auth, passwordReset, passwords } = endpoints;

/** Serves the calls from the registration to an account that can be signed in to. */
export function signUpRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { cookies } = context;
  const getPlace = (request: FastifyRequest) => ({
    ipAddress: request.ip,
    browserTokens: cookies.recognizedDevice.read(request),
  });

  route(auth.register)(({ body, request, reply }) =>
    register(context, {
      ...body,
      ipAddress: request.ip,
      keepPasswordProof: (proof) => cookies.password.set(reply, proof),
    }),
  );
  route(auth.verifyEmail)(async ({ body, request, reply }) => {
    const from = { passwordProof: cookies.password.read(request), ipAddress: request.ip };
    const verified = await verifyEmail(context, { ...body, ...from });
    cookies.password.clear(reply);
    return verified;
  });
  route(auth.verifyEmailByLink)(async ({ body, request, reply }) => {
    const from = { passwordProof: cookies.password.read(request), ipAddress: request.ip };
    const verified = await verifyEmailByLink(context, { ...body, ...from });
    cookies.password.clear(reply);
    return verified;
  });
  route(auth.resendVerification)(({ body, request }) =>
    resendVerification(context, { ...body, ipAddress: request.ip }),
  );
  route(passwordReset.forgot)(({ body, request }) =>
    forgotPassword(context, { ...body, ...getPlace(request) }),
  );
  route(passwordReset.readLink)(({ body }) => readResetLink(context, body.token));
  route(passwordReset.byToken)(({ body, request }) =>
    resetPassword(context, { ...body, ...getPlace(request) }),
  );
  route(passwordReset.byOtp)(({ body, request }) =>
    resetPasswordByCode(context, { ...body, ...getPlace(request) }),
  );
}

/** Serves the calls from the login to the logout. */
export function authRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(auth.login)(async ({ body, caller, request, reply }) => {
    const signIn = await login(context, { ...body, ...getBrowser(context, request) });
    return answerSignIn(context, signIn, { caller, reply });
  });
  route(auth.logout)(async ({ caller, request, reply }) => {
    if (caller) await logout(context, caller, request.ip);
    context.cookies.session.clear(reply);
    return { message: 'You are logged out.' };
  });
  route(auth.status)(({ caller, request }) => {
    assertOwnSite(request, context.settings.publicOrigin);
    return readAuthStatus(context, caller);
  });
  route(auth.token)(async ({ caller, request }) => {
    assertOwnSite(request, context.settings.publicOrigin);
    return { token: await renewAuthToken(context, caller), user: toUserView(caller, context.now()) };
  });

  route(passwords.strength)(async ({ body }) => ({ verdict: await context.passwordStrength.judge(body) }));
  route(passwords.update)(async ({ body, caller, request, reply }) => {
    if (!caller) throw new AppError('unauthenticated');
    const from = getBrowser(context, request);
    const session = await updatePassword(context, { caller, ...body, ...from });
    context.cookies.recognizedDevice.set(reply, session.browserTokens);
    context.cookies.session.set(reply, session.token, session.expiresAt);
    return { authToken: session.authToken, message: 'Your password is set.' };
  });
}

/** Throws `cross_origin` for a read that renews the bearer value when another site's page makes it. */
function assertOwnSite({ headers }: FastifyRequest, publicOrigin: string): void {
  if (getProvenance(headers, publicOrigin) === 'foreign') throw new AppError('cross_origin');
}
