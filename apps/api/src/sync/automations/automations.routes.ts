import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { type Caller, type KeyCaller, toWhich } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import {
  deleteAutomation,
  listAutomations,
  readAutomation,
  syncAutomation,
  updateSourceName,
} from './automations.ts';
import { createAutomation } from './create-automation.ts';
import { describeEdit } from './describe-edit.ts';
import { editAutomation } from './edit-automation.ts';
import { readIdempotency } from './idempotency.ts';
import { listChanges } from './list-changes.ts';
import { answerReview } from './review-answers.ts';
import { listRuns, readPass } from './runs.ts';

export function automationRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { automations } = endpoints;

  route(automations.list)(({ caller, query }) => listAutomations(context, caller.user.id, query));

  route(automations.read)((call) => readAutomation(context, toWhich(call)));

  route(automations.create)(async ({ caller, body, request, reply }) => {
    assertMayAnswer(caller, body);
    const userId = caller.user.id;
    const idempotency = readIdempotency(context, { userId, key: request.headers['idempotency-key'], body });
    const { automation, isRepeated } = await createAutomation(context, {
      userId,
      body,
      idempotency,
      keyId: getKeyId(caller),
    });
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    const asks = body.asksLater && body.fingerprint === undefined;
    return { message: asks ? createdAndAsking : created, configuration: automation };
  });

  route(automations.edit)(async (call) => {
    assertMayAnswer(call.caller, call.body);
    return {
      message: describeEdit(call.body),
      configuration: await editAutomation(context, toWhich(call), call.body, getKeyId(call.caller)),
    };
  });

  route(automations.remove)(async (call) => {
    await deleteAutomation(context, toWhich(call), getKeyId(call.caller));
    return { message: 'Configuration deleted' };
  });

  route(automations.runs)((call) => listRuns(context, toWhich(call), call.query));

  route(automations.changes)((call) => listChanges(context, toWhich(call), call.query));

  route(automations.pass)((call) => readPass(context, toWhich(call)));

  route(automations.sync)(async (call) => ({
    message: 'Manual sync triggered',
    configuration: await syncAutomation(context, toWhich(call)),
  }));

  route(automations.approve)(async (call) => ({
    message: 'Approved',
    configuration: await answerReview(context, toWhich(call), { kind: 'approve', ...call.body }),
  }));

  route(automations.keep)(async (call) => ({
    message: 'Kept',
    configuration: await answerReview(context, toWhich(call), { kind: 'keep', ...call.body }),
  }));

  route(automations.updateSourceName)(async (call) => ({
    message: 'Source sheet name updated',
    configuration: await updateSourceName(context, toWhich(call)),
  }));
}

/** Returns the key of a program; a person has none. */
function getKeyId(caller: Caller | KeyCaller): string | undefined {
  return caller.via === 'key' ? caller.key.id : undefined;
}

/** A review stays with people: throws `api_key_not_accepted` where a program answers one with what it saves. */
function assertMayAnswer(
  caller: Caller | KeyCaller,
  { fingerprint }: { fingerprint?: string | undefined },
): void {
  if (caller.via !== 'key' || fingerprint === undefined) return;
  throw new AppError('api_key_not_accepted', {
    message: 'A review is answered by a person. Please leave the fingerprint out.',
  });
}

const created = 'Your automation has been set up successfully';
const createdAndAsking = `${created}. Its first sync changes nothing and waits for your review.`;
