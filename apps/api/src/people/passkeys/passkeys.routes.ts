import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { PasskeyCookie } from '../../http/passkey-cookie.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { addPasskey, beginAdding, listPasskeys, type PasskeyDeps, removePasskey } from './add-passkey.ts';
import { beginUsing } from './use-passkey.ts';

const { passkeys } = endpoints;

export function passkeyRoutes(
  app: FastifyInstance,
  {
    passkeyCookie,
    sessionCookie,
    newSecret,
    ...deps
  }: PasskeyDeps & {
    passkeyCookie: PasskeyCookie;
    sessionCookie: SessionCookie;
    newSecret: () => string;
  },
): void {
  const route = serve(app);
  route(passkeys.list)(({ caller }) => listPasskeys(caller.user.id, deps));

  route(passkeys.beginAdding)(({ caller, request, reply }) => {
    const browser = passkeyCookie.keep(request, reply, newSecret);
    return beginAdding({ userId: caller.user.id, email: caller.user.email, browser }, deps);
  });

  route(passkeys.add)(async ({ body, caller, request, reply }) => {
    const { user, session } = caller;
    const browser = passkeyCookie.read(request);
    const cookie = sessionCookie.of(caller, request);
    const actor = { userId: user.id, ipAddress: request.ip, browser, session, cookie };
    const { passkey, token } = await addPasskey({ ...body, ...actor }, { ...deps, newSecret });
    if (token !== null) sessionCookie.set(reply, token, session.expiresAt);
    return passkey;
  });

  route(passkeys.remove)(async ({ caller, params, request }) => {
    await removePasskey({ userId: caller.user.id, id: params.id, ipAddress: request.ip }, deps);
    return { message: 'The passkey is removed.' };
  });

  route(passkeys.beginUsing)(({ request, reply }) =>
    beginUsing({ browser: passkeyCookie.keep(request, reply, newSecret) }, deps),
  );
}
