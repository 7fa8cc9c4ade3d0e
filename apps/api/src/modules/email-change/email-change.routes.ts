import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { confirmEmailChange, readChangeLink } from './confirm-email-change.ts';
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { undoEmailChange } from './undo-email-change.ts';

const { emailChange } = endpoints;

export function emailChangeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const route = serve(app);
  route(emailChange.request)(({ caller, body, request }) =>
    requestEmailChange({ userId: caller.user.id, newEmail: body.email, ipAddress: request.ip }, deps),
  );
  route(emailChange.cancel)(({ caller }) => cancelEmailChange(caller.user.id, deps));
  route(emailChange.readLink)(({ body }) => readChangeLink(body.token, deps));
  route(emailChange.confirm)(({ body, request }) =>
    confirmEmailChange({ ...body, ipAddress: request.ip }, deps),
  );
  route(emailChange.undo)(({ body, request }) => undoEmailChange({ ...body, ipAddress: request.ip }, deps));
}
