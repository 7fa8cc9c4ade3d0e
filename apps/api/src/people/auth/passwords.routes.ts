import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { getBrowser } from '../sign-in/answer-sign-in.ts';
import { updatePassword } from './update-password.ts';

const { passwords } = endpoints;

export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(passwords.strength)(async ({ body }) => ({ verdict: await context.passwordStrength.judge(body) }));

  route(passwords.update)(async ({ body, caller, request, reply }) => {
    if (!caller) throw new AppError('unauthenticated');
    const from = getBrowser(context, request);
    const session = await updatePassword(context, { caller, ...body, ...from });
    context.cookies.knownBrowser.set(reply, session.browserTokens);
    context.cookies.session.set(reply, session.token, session.expiresAt);
    return { authToken: session.authToken, message: 'Your password is set.' };
  });
}
