import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listStepUpMethods, prove, sendStepUpCode } from './step-up.ts';

/** Serves the calls by which somebody who is signed in proves again who they are. */
export function stepUpRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.stepUp.methods)(async ({ caller }) => ({
    methods: await listStepUpMethods(context, caller.user.id),
  }));

  route(endpoints.stepUp.sendCode)(async ({ caller, request }) => {
    await sendStepUpCode(context, caller, request.ip);
    return { message: 'We sent a code to your email. It works for 10 minutes.' };
  });

  route(endpoints.stepUp.prove)(async ({ body, caller, request, reply }) => {
    const cookie = context.cookies.session.of(caller, request);
    const token = await prove(context, caller, {
      stepUp: body,
      ipAddress: request.ip,
      cookie,
      browser: context.cookies.passkey.read(request),
    });
    if (token !== null) context.cookies.session.set(reply, token, caller.session.expiresAt);
    return { message: 'Thank you. You can go on.' };
  });
}
