import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { beginTotp, disableTotp, enableTotp, readTwoFactor, renewRecoveryCodes } from './set-up-totp.ts';

const { twoFactor } = endpoints;

/** Serves what a user sees and changes of the second factor. */
export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(twoFactor.read)(({ caller }) => readTwoFactor(context, caller.user.id));

  route(twoFactor.begin)(({ caller }) => beginTotp(context, caller.user.id));

  route(twoFactor.enable)(async ({ body, caller, request, reply }) => {
    const cookie = context.cookies.session.of(caller, request);
    const { session, user } = caller;
    const actor = { userId: user.id, ipAddress: request.ip, session, cookie };
    const { token, recoveryCodes } = await enableTotp(context, { ...body, ...actor });
    if (token !== null) context.cookies.session.set(reply, token, session.expiresAt);
    return { recoveryCodes };
  });

  route(twoFactor.disable)(async ({ caller, request }) => {
    await disableTotp(context, { userId: caller.user.id, ipAddress: request.ip });
    return { message: 'Two-factor sign-in is off.' };
  });

  route(twoFactor.renewRecoveryCodes)(({ caller, request }) =>
    renewRecoveryCodes(context, { userId: caller.user.id, ipAddress: request.ip }),
  );
}
