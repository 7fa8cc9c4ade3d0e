import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';

export function accountDeletionRoutes(
  app: FastifyInstance,
  { sessionCookie, ...deps }: DeleteAccountDeps & { sessionCookie: SessionCookie },
): void {
  serve(app)(endpoints.accountDeletion.delete)(async ({ caller, body, request, reply }) => {
    const failure = await deleteAccount(
      { userId: caller.user.id, email: body.email, ipAddress: request.ip },
      deps,
    );
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    sessionCookie.clear(reply);
    return { message: 'Your account is deleted.' };
  });
}
