import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { addPasskey, beginAdding, listPasskeys, removePasskey } from './add-passkey.ts';
import { beginUsing } from './use-passkey.ts';

const { passkeys } = endpoints;

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(passkeys.list)(({ caller }) => listPasskeys(context, caller.user.id));

  route(passkeys.beginAdding)(({ caller, request, reply }) => {
    const browser = context.cookies.passkey.keep(request, reply, context.newSecret);
    return beginAdding(context, { userId: caller.user.id, email: caller.user.email, browser });
  });

  route(passkeys.add)(async ({ body, caller, request, reply }) => {
    const { user, session } = caller;
    const browser = context.cookies.passkey.read(request);
    const cookie = context.cookies.session.of(caller, request);
    const actor = { userId: user.id, ipAddress: request.ip, browser, session, cookie };
    const { passkey, token } = await addPasskey(context, { ...body, ...actor });
    if (token !== null) context.cookies.session.set(reply, token, session.expiresAt);
    return passkey;
  });

  route(passkeys.remove)(async ({ caller, params, request }) => {
    await removePasskey(context, { userId: caller.user.id, id: params.id, ipAddress: request.ip });
    return { message: 'The passkey is removed.' };
  });

  route(passkeys.beginUsing)(({ request, reply }) =>
    beginUsing(context, { browser: context.cookies.passkey.keep(request, reply, context.newSecret) }),
  );
}
