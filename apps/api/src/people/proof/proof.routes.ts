import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listProofMethods, prove, sendProofCode } from './prove.ts';

/** Serves the calls by which somebody who is signed in proves again who they are. */
export function proofRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.proof.methods)(async ({ caller }) => ({
    methods: await listProofMethods(context, caller.user.id),
  }));

  route(endpoints.proof.sendCode)(async ({ caller, request }) => {
    await sendProofCode(context, caller, request.ip);
    return { message: 'We sent a code to your email. It works for 10 minutes.' };
  });

  route(endpoints.proof.prove)(async ({ body, caller, request, reply }) => {
    const cookie = context.cookies.session.of(caller, request);
    const token = await prove(context, caller, {
      proof: body,
      ipAddress: request.ip,
      cookie,
      browser: context.cookies.passkey.read(request),
    });
    if (token !== null) context.cookies.session.set(reply, token, caller.session.expiresAt);
    return { message: 'Thank you. You can go on.' };
  });
}
