import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { describeRevoked } from '../api-keys/api-keys.ts';
import { listSecurityActivity } from '../audit/list-security-activity.ts';
import { readAccount, updateAccount } from './account.ts';
import { changePassword } from './change-password.ts';

const { accountSettings } = endpoints;

/** Serves the calls by which users see, change and delete their own account. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(accountSettings.read)(({ caller }) => readAccount(context, caller.user.id));
  route(accountSettings.update)(({ caller, body }) =>
    updateAccount(context, { userId: caller.user.id, ...body }),
  );
  route(accountSettings.changePassword)(async ({ caller, body, request, reply }) => {
    const cookie = context.cookies.session.of(caller, request);
    const browserTokens = context.cookies.recognizedDevice.read(request);
    const from = { ipAddress: request.ip, cookie, browserTokens };
    const { token, revoked } = await changePassword(context, caller, { ...body, ...from });
    if (token !== null) context.cookies.session.set(reply, token, caller.session.expiresAt);
    return { message: `Your password is changed.${describeRevoked(revoked)}` };
  });
  route(endpoints.securityActivity.list)(({ caller, query }) =>
    listSecurityActivity(context, caller.user.id, query),
  );
  route(endpoints.accountDeletion.delete)(async ({ caller, body, request, reply }) => {
    const { user, session } = caller;
    const deletion = { userId: user.id, session, email: body.email, ipAddress: request.ip };
    const failure = await deleteAccount(context, deletion);
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    context.cookies.session.clear(reply);
    return { message: 'Your account is deleted.' };
  });
}
