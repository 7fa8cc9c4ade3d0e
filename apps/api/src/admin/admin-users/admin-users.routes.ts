import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listUsers, readUser } from './admin-users.ts';
import { disableUser, enableUser } from './disable-user.ts';
import { givePlan } from './give-plan.ts';

export function adminUserRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.adminUsers.list)(({ query }) => listUsers(context, query));
  route(endpoints.adminUsers.read)(({ params }) => readUser(context, params.id));
  route(endpoints.admin.activateSubscription)(({ caller, body, request }) =>
    givePlan(context, { ...body, adminId: caller.user.id, network: request.ip }),
  );
  route(endpoints.adminUsers.disable)(({ caller, params, body, request }) =>
    disableUser(context, { adminId: caller.user.id, network: request.ip, userId: params.id, ...body }),
  );
  route(endpoints.adminUsers.enable)(({ caller, params, body, request }) =>
    enableUser(context, { adminId: caller.user.id, network: request.ip, userId: params.id, ...body }),
  );
}
