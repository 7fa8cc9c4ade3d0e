import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import {
  beginTotp,
  disableTotp,
  enableTotp,
  readTwoFactor,
  renewRecoveryCodes,
  type TwoFactorDeps,
} from './set-up-totp.ts';

const { twoFactor } = endpoints;

/** Serves what a user sees and changes of the second factor. */
export function twoFactorRoutes(
  app: FastifyInstance,
  { sessionCookie, ...deps }: TwoFactorDeps & { sessionCookie: SessionCookie },
): void {
  const route = serve(app);
  route(twoFactor.read)(({ caller }) => readTwoFactor(caller.user.id, deps));

  route(twoFactor.begin)(({ caller }) => beginTotp(caller.user.id, deps));

  route(twoFactor.enable)(async ({ body, caller, request, reply }) => {
    const cookie = sessionCookie.of(caller, request);
    const { session, user } = caller;
    const actor = { userId: user.id, ipAddress: request.ip, session, cookie };
    const { token, recoveryCodes } = await enableTotp({ ...body, ...actor }, deps);
    if (token !== null) sessionCookie.set(reply, token, session.expiresAt);
    return { recoveryCodes };
  });

  route(twoFactor.disable)(async ({ caller, request }) => {
    await disableTotp({ userId: caller.user.id, ipAddress: request.ip }, deps);
    return { message: 'Two-factor sign-in is off.' };
  });

  route(twoFactor.renewRecoveryCodes)(({ caller, request }) =>
    renewRecoveryCodes({ userId: caller.user.id, ipAddress: request.ip }, deps),
  );
}
