import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AutomationDeps, listAutomations, readAutomation } from './automations.ts';
import { createAutomation } from './create-automation.ts';
import { deleteAutomation } from './delete-automation.ts';
import { editAutomation } from './edit-automation.ts';
import { idempotencyOf } from './idempotency.ts';
import { listRuns } from './list-runs.ts';
import { approveReview, keepReview } from './review-answers.ts';
import { createSyncThrottle, type SyncThrottleDeps, syncAutomation } from './sync-automation.ts';
import { updateSourceName } from './update-source-name.ts';

export function automationRoutes(app: FastifyInstance, deps: AutomationDeps & SyncThrottleDeps): void {
  const route = serve(app);
  const { automations } = endpoints;
  const syncThrottle = createSyncThrottle(deps);

  route(automations.list)(({ caller, query }) => listAutomations(caller.user.id, query, deps));

  route(automations.read)(({ caller, params }) =>
    readAutomation({ userId: caller.user.id, id: params.id }, deps),
  );

  route(automations.create)(async ({ caller, body, request, reply }) => {
    const userId = caller.user.id;
    const idempotency = idempotencyOf({ userId, key: request.headers['idempotency-key'], body }, deps);
    const { automation, isRepeated } = await createAutomation({ userId, body, idempotency }, deps);
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    const asks = body.asksLater && body.fingerprint === undefined;
    return { message: asks ? createdAndAsking : created, configuration: automation };
  });

  route(automations.edit)(async ({ caller, params, body }) => ({
    message: editMessage(body.isActive),
    configuration: await editAutomation({ userId: caller.user.id, id: params.id }, body, deps),
  }));

  route(automations.remove)(async ({ caller, params }) => {
    await deleteAutomation({ userId: caller.user.id, id: params.id }, deps);
    return { message: 'Configuration deleted' };
  });

  route(automations.runs)(({ caller, params, query }) =>
    listRuns({ userId: caller.user.id, id: params.id }, query, deps),
  );

  route(automations.sync)(async ({ caller, params }) => ({
    message: 'Manual sync triggered',
    configuration: await syncAutomation({ userId: caller.user.id, id: params.id }, { ...deps, syncThrottle }),
  }));

  route(automations.approve)(async ({ caller, params, body }) => ({
    message: 'Approved',
    configuration: await approveReview({ userId: caller.user.id, id: params.id }, body, deps),
  }));

  route(automations.keep)(async ({ caller, params, body }) => ({
    message: 'Kept',
    configuration: await keepReview({ userId: caller.user.id, id: params.id }, body, deps),
  }));

  route(automations.updateSourceName)(async ({ caller, params }) => ({
    message: 'Source sheet name updated',
    configuration: await updateSourceName({ userId: caller.user.id, id: params.id }, deps),
  }));
}

const created = 'Your automation has been set up successfully';
const createdAndAsking = `${created}. Its first sync changes nothing and waits for your review.`;

function editMessage(isActive: boolean | undefined): string {
  if (isActive === undefined) return 'Automation updated';
  return isActive ? 'Automation activated' : 'Automation deactivated';
}
