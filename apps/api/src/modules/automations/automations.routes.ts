import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { approveReview } from './approve-review.ts';
import { type AutomationParts, listAutomations } from './automations.ts';
import { makeAutomation } from './create-automation.ts';
import { changeAutomation } from './edit-automation.ts';
import { nameSource } from './name-source.ts';
import { removeAutomation } from './remove-automation.ts';
import { syncAutomation } from './sync-automation.ts';

export function automationRoutes(app: FastifyInstance, parts: AutomationParts): void {
  const { list, create, edit, remove, sync, approve, updateSourceName } = endpoints.automations;

  serve(app, list)(({ caller, query }) => listAutomations(caller.user.id, query, parts));

  serve(
    app,
    create,
  )(async ({ caller, body }) => ({
    message: 'Your automation has been set up successfully',
    configuration: await makeAutomation(caller.user.id, body, parts),
  }));

  serve(
    app,
    edit,
  )(async ({ caller, params, body }) => ({
    message: editMessage(body.isActive),
    configuration: await changeAutomation({ userId: caller.user.id, id: params.id }, body, parts),
  }));

  serve(
    app,
    remove,
  )(async ({ caller, params }) => {
    await removeAutomation({ userId: caller.user.id, id: params.id }, parts);
    return { message: 'Configuration deleted' };
  });

  serve(
    app,
    sync,
  )(async ({ caller, params }) => ({
    message: 'Manual sync triggered',
    configuration: await syncAutomation({ userId: caller.user.id, id: params.id }, parts),
  }));

  serve(
    app,
    approve,
  )(async ({ caller, params, body }) => ({
    message: 'Approved',
    configuration: await approveReview({ userId: caller.user.id, id: params.id }, body, parts),
  }));

  serve(
    app,
    updateSourceName,
  )(async ({ caller, params }) => ({
    message: 'Source sheet name updated',
    configuration: await nameSource({ userId: caller.user.id, id: params.id }, parts),
  }));
}

function editMessage(isActive: boolean | undefined): string {
  if (isActive === undefined) return 'Automation updated';
  return isActive ? 'Automation activated' : 'Automation deactivated';
}
