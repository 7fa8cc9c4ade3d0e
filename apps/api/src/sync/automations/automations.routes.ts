import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listAutomations, readAutomation } from './automations.ts';
import { createAutomation } from './create-automation.ts';
import { deleteAutomation } from './delete-automation.ts';
import { editAutomation } from './edit-automation.ts';
import { readIdempotency } from './idempotency.ts';
import { listRuns } from './list-runs.ts';
import { approveReview, keepReview } from './review-answers.ts';
import { syncAutomation } from './sync-automation.ts';
import { updateSourceName } from './update-source-name.ts';

export function automationRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { automations } = endpoints;

  route(automations.list)(({ caller, query }) => listAutomations(context, caller.user.id, query));

  route(automations.read)(({ caller, params }) =>
    readAutomation(context, { userId: caller.user.id, id: params.id }),
  );

  route(automations.create)(async ({ caller, body, request, reply }) => {
    const userId = caller.user.id;
    const idempotency = readIdempotency(context, { userId, key: request.headers['idempotency-key'], body });
    const { automation, isRepeated } = await createAutomation(context, { userId, body, idempotency });
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    const asks = body.asksLater && body.fingerprint === undefined;
    return { message: asks ? createdAndAsking : created, configuration: automation };
  });

  route(automations.edit)(async ({ caller, params, body }) => ({
    message: editMessage(body.isActive),
    configuration: await editAutomation(context, { userId: caller.user.id, id: params.id }, body),
  }));

  route(automations.remove)(async ({ caller, params }) => {
    await deleteAutomation(context, { userId: caller.user.id, id: params.id });
    return { message: 'Configuration deleted' };
  });

  route(automations.runs)(({ caller, params, query }) =>
    listRuns(context, { userId: caller.user.id, id: params.id }, query),
  );

  route(automations.sync)(async ({ caller, params }) => ({
    message: 'Manual sync triggered',
    configuration: await syncAutomation(context, { userId: caller.user.id, id: params.id }),
  }));

  route(automations.approve)(async ({ caller, params, body }) => ({
    message: 'Approved',
    configuration: await approveReview(context, { userId: caller.user.id, id: params.id }, body),
  }));

  route(automations.keep)(async ({ caller, params, body }) => ({
    message: 'Kept',
    configuration: await keepReview(context, { userId: caller.user.id, id: params.id }, body),
  }));

  route(automations.updateSourceName)(async ({ caller, params }) => ({
    message: 'Source sheet name updated',
    configuration: await updateSourceName(context, { userId: caller.user.id, id: params.id }),
  }));
}

const created = 'Your automation has been set up successfully';
const createdAndAsking = `${created}. Its first sync changes nothing and waits for your review.`;

function editMessage(isActive: boolean | undefined): string {
  if (isActive === undefined) return 'Automation updated';
  return isActive ? 'Automation activated' : 'Automation deactivated';
}
