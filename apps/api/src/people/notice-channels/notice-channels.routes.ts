import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toActingSession, toActor } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { editChannel, listChannels, removeChannel, saveChannel, testChannel } from './notice-channels.ts';

export function noticeChannelRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { noticeChannels } = endpoints;

  route(noticeChannels.list)(({ caller }) => listChannels(context, caller.user.id));

  route(noticeChannels.test)(async ({ caller, params, body, request }) => {
    await consumeTry(context.throttles.webhookCalls, caller.user.id);
    const { testToken } = await testChannel(context, { ...toActor(caller, request), ...params, ...body });
    return { message: 'The test arrived', testToken };
  });

  route(noticeChannels.save)(async ({ caller, params, body, request }) => {
    await consumeTry(context.throttles.channelSaves, caller.user.id);
    const channel = await saveChannel(context, { ...toActingSession(caller, request), ...params, ...body });
    return { message: 'Channel saved', channel };
  });

  route(noticeChannels.edit)(async ({ caller, params, body, request }) => {
    // What begins to send notices out of the account asks who it is, as adding the channel did.
    if (body.isActive) assertRecentStepUp(caller.session, { now: context.now() });
    const channel = await editChannel(context, { ...toActingSession(caller, request), ...params }, body);
    return { message: 'Channel updated', channel };
  });

  route(noticeChannels.remove)(async ({ caller, params, request }) => {
    await removeChannel(context, { ...toActor(caller, request), ...params });
    return { message: 'Channel removed' };
  });
}
