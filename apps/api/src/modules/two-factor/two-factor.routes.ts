import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { beginTotp, disableTotp, enableTotp, readTwoFactor, renewRecoveryCodes } from './set-up-totp.ts';
import type { SecondFactorDeps } from './take-second-factor.ts';

const { twoFactor } = endpoints;

/** Serves what a user sees and changes of the second factor. */
export function twoFactorRoutes(app: FastifyInstance, deps: SecondFactorDeps): void {
  const route = serve(app);
  route(twoFactor.read)(({ caller }) => readTwoFactor(caller.user.id, deps));

  route(twoFactor.begin)(({ caller }) => beginTotp(caller.user.id, deps));

  route(twoFactor.enable)(({ body, caller, request }) =>
    enableTotp({ ...body, userId: caller.user.id, ipAddress: request.ip }, deps),
  );

  route(twoFactor.disable)(async ({ caller, request }) => {
    await disableTotp({ userId: caller.user.id, ipAddress: request.ip }, deps);
    return { message: 'Two-factor sign-in is off.' };
  });

  route(twoFactor.renewRecoveryCodes)(({ caller, request }) =>
    renewRecoveryCodes({ userId: caller.user.id, ipAddress: request.ip }, deps),
  );
}
