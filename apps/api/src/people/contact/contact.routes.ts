import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { readBearer } from '../../http/access.ts';
import { serve } from '../../http/serve.ts';
import { sendContactMessage } from './send-contact-message.ts';

export function contactRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.contact.read)(() => ({ supportEmail: context.settings.supportEmail }));

  route(endpoints.contact.send)(({ body, caller, request }) => {
    // From a page whose session has ended: taken as a visitor's, the message would lose its plan and its place in the inbox.
    if (!caller && readBearer(request) !== undefined) throw new AppError('unauthenticated');
    return sendContactMessage(context, { ...body, userId: caller?.user.id ?? null, ipAddress: request.ip });
  });
}
