import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toActingSession, toActor } from '../../http/caller.ts';
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
    const { session } = caller;
    const acting = { ...toActor(caller, request), session, cookie };
    const { token, recoveryCodes } = await enableTotp(context, { ...body, ...acting });
    if (token !== null) context.cookies.session.set(reply, token, session.expiresAt);
    return { recoveryCodes };
  });

  route(twoFactor.disable)(async ({ caller, request }) => {
    await disableTotp(context, toActingSession(caller, request));
    return { message: 'Two-factor sign-in is off.' };
  });

  route(twoFactor.renewRecoveryCodes)(({ caller, request }) =>
    renewRecoveryCodes(context, toActingSession(caller, request)),
  );
}
