import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { PasskeyCookie } from '../../http/passkey-cookie.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { proofMethodsOf, prove } from './prove.ts';
import { type SendProofCodeDeps, sendProofCode } from './send-proof-code.ts';

/** Serves the calls by which somebody who is signed in proves again who they are. */
export function proofRoutes(
  app: FastifyInstance,
  {
    sessionCookie,
    passkeyCookie,
    ...deps
  }: SendProofCodeDeps & { sessionCookie: SessionCookie; passkeyCookie: PasskeyCookie },
): void {
  const route = serve(app);
  route(endpoints.proof.methods)(async ({ caller }) => ({
    methods: await proofMethodsOf(caller.user.id, deps),
  }));

  route(endpoints.proof.sendCode)(async ({ caller: { user, session }, request }) => {
    const { id, email } = user;
    await sendProofCode({ id, email, sessionId: session.id, ipAddress: request.ip }, deps);
    return { message: 'We sent a code to your email. It works for 10 minutes.' };
  });

  route(endpoints.proof.prove)(async ({ body, caller, request, reply }) => {
    const cookie = sessionCookie.of(caller, request);
    const token = await prove(
      caller,
      { proof: body, ipAddress: request.ip, cookie, browser: passkeyCookie.read(request) },
      deps,
    );
    if (token !== null) sessionCookie.set(reply, token, caller.session.expiresAt);
    return { message: 'Thank you. You can go on.' };
  });
}
