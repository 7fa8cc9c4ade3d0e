import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toWhich } from '../../http/caller.ts';
import { hangUpSignal } from '../../http/hang-up.ts';
import { serve } from '../../http/serve.ts';
import { describeEdit } from '../automations/describe-edit.ts';
import { createScans } from '../destinations/list-scans.ts';
import { changeMatch } from './change-match.ts';
import { createRule } from './create-rule.ts';
import { deleteRule } from './delete-rule.ts';
import { editRule, requestLookByHand, syncRule } from './edit-rule.ts';
import { listPlaces } from './list-places.ts';
import { listMatches, listRules, readRule } from './list-rules.ts';
import { previewRule, type RuleScan } from './preview-rule.ts';

export function ruleRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { rules } = endpoints;
  const scans = createScans<RuleScan>(context);

  route(rules.places)(async ({ caller, query }) => {
    await consumeTry(context.throttles.places, caller.user.id);
    return listPlaces(context, { userId: caller.user.id, query });
  });

  route(rules.preview)(async ({ caller, body, reply }) => {
    await consumeTry(context.throttles.searches, caller.user.id);
    return previewRule(context, scans, { userId: caller.user.id, body, signal: hangUpSignal(reply) });
  });

  route(rules.list)(({ caller }) => listRules(context, caller.user.id));

  route(rules.read)((call) => readRule(context, toWhich(call)));

  route(rules.matches)((call) => listMatches(context, toWhich(call)));

  route(rules.create)(async ({ caller, body }) => {
    await consumeTry(context.throttles.additions, caller.user.id);
    return {
      message: 'Your automation has been set up successfully',
      rule: await createRule(context, { userId: caller.user.id, body }),
    };
  });

  route(rules.edit)(async (call) => ({
    message: describeEdit(call.body),
    rule: await editRule(context, toWhich(call), call.body),
  }));

  route(rules.sync)(async (call) => ({
    message: 'Manual sync triggered',
    rule: await syncRule(context, toWhich(call)),
  }));

  route(rules.look)(async (call) => ({
    message: 'Looking into the folder',
    rule: await requestLookByHand(context, toWhich(call)),
  }));

  route(rules.remove)(async (call) => {
    await deleteRule(context, toWhich(call), call.query.automations);
    return { message: 'Rule deleted' };
  });

  route(rules.changeMatch)(async (call) => {
    const { matchId } = call.params;
    await consumeTry(context.throttles.additions, call.caller.user.id);
    return {
      message: 'Automation updated',
      rule: await changeMatch(context, { which: toWhich(call), matchId, ...call.body }),
    };
  });
}
