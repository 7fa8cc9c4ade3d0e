import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { bearerOf } from '../../http/access.ts';
import { serve } from '../../http/serve.ts';
import { type ContactDeps, sendContactMessage } from './send-contact-message.ts';

type ContactServices = ContactDeps & { supportEmail: string };

export function contactRoutes(app: FastifyInstance, { supportEmail, ...deps }: ContactServices): void {
  const route = serve(app);
  route(endpoints.contact.read)(() => ({ supportEmail }));

  route(endpoints.contact.send)(({ body, caller, request }) => {
    // From a page whose session has ended: taken as a visitor's, the message would lose its plan and its place in the inbox.
    if (!caller && bearerOf(request) !== undefined) throw new AppError('unauthenticated');
    return sendContactMessage({ ...body, userId: caller?.user.id ?? null, ipAddress: request.ip }, deps);
  });
}
