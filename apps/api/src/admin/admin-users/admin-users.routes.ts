import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AdminUserDeps, listUsers, readUser } from './admin-users.ts';
import { type DisableDeps, disableUser, enableUser } from './disable-user.ts';
import { type GivePlanDeps, givePlan } from './give-plan.ts';

export function adminUserRoutes(
  app: FastifyInstance,
  deps: AdminUserDeps & DisableDeps & GivePlanDeps,
): void {
  const route = serve(app);
  route(endpoints.adminUsers.list)(({ query }) => listUsers(query, deps));
  route(endpoints.adminUsers.read)(({ params }) => readUser(params.id, deps));
  route(endpoints.admin.activateSubscription)(({ caller, body, request }) =>
    givePlan({ ...body, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(endpoints.adminUsers.disable)(({ caller, params, body, request }) =>
    disableUser({ adminId: caller.user.id, network: request.ip, userId: params.id, ...body }, deps),
  );
  route(endpoints.adminUsers.enable)(({ caller, params, body, request }) =>
    enableUser({ adminId: caller.user.id, network: request.ip, userId: params.id, ...body }, deps),
  );
}
