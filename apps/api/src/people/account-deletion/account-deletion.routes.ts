import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { deleteAccount } from './delete-account.ts';

export function accountDeletionRoutes(app: FastifyInstance, context: Context): void {
  serve(app)(endpoints.accountDeletion.delete)(async ({ caller, body, request, reply }) => {
    const failure = await deleteAccount(context, {
      userId: caller.user.id,
      email: body.email,
      ipAddress: request.ip,
    });
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    context.cookies.session.clear(reply);
    return { message: 'Your account is deleted.' };
  });
}
