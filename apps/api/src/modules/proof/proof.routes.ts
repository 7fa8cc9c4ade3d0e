import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { PasskeyCookie } from '../../http/passkey-cookie.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { type ProofDeps, proofMethodsOf, prove } from './prove.ts';

/** Serves the calls by which somebody who is signed in proves again who they are. */
export function proofRoutes(
  app: FastifyInstance,
  {
    sessionCookie,
    passkeyCookie,
    ...deps
  }: ProofDeps & { sessionCookie: SessionCookie; passkeyCookie: PasskeyCookie },
): void {
  const route = serve(app);
  route(endpoints.proof.methods)(async ({ caller }) => ({
    methods: await proofMethodsOf(caller.user.id, deps),
  }));

  route(endpoints.proof.prove)(async ({ body, caller, request, reply }) => {
    const cookie = caller.hasCookie ? sessionCookie.read(request) : undefined;
    const token = await prove(
      caller,
      { proof: body, ipAddress: request.ip, cookie, browser: passkeyCookie.read(request) },
      deps,
    );
    if (token !== null) sessionCookie.set(reply, token, caller.session.expiresAt);
    return { message: 'Thank you. You can go on.' };
  });
}
