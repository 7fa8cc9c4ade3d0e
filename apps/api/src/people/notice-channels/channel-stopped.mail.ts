import {
  type ChannelFailure,
  type ChannelKind,
  channelFailureNames,
  channelNames,
  explainStop,
} from '@picksync/contracts';
import { listFacts, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findBatch } from '../../mail/find-notices.ts';

type Stopped = { kind: ChannelKind; reason: ChannelFailure };

function channelStopped({ stopped, origin }: { stopped: Stopped[]; origin: string }): MailContent {
  const names = new Intl.ListFormat('en-US').format(stopped.map(({ kind }) => channelNames[kind]));
  const was = `Notices to ${names} were switched off`;
  return {
    subject: was,
    preview: 'The channel no longer takes them. You still get mails.',
    title: was,
    blocks: [
      {
        kind: 'text',
        text: 'Picksync did this, not you. Your automations go on as before, and so do the mails that you chose.',
      },
      listFacts(stopped.map(({ kind, reason }) => [channelNames[kind], explainStop(reason)])),
      { kind: 'button', label: 'See your channels', url: `${origin}/settings#channels` },
    ],
    because: 'because it is about the channels of your account',
  };
}

/** To the owner of channels that were switched off by the system, once for all of them. */
export const channelStoppedMail = defineMail({
  kind: 'automation',
  ids: ['batchId'],
  write: async ({ db, settings }, { batchId }) => {
    const batch = await findBatch(db, { batchId });
    if (!batch) return null;
    // Those that are still switched off by the system.
    const rows = await db.noticeChannel.findMany({
      where: { id: { in: batch.subjectIds }, isActive: false },
      select: { kind: true, stopReason: true },
      orderBy: { kind: 'asc' },
    });
    const stopped = rows.flatMap(({ kind, stopReason }) => {
      const reason = channelFailureNames.find((name) => name === stopReason);
      return reason ? [{ kind, reason }] : [];
    });
    if (stopped.length === 0) return null;
    const content = channelStopped({ stopped, origin: settings.publicOrigin });
    return { to: batch.user.email, userId: batch.user.id, content };
  },
  examples: [
    channelStopped({ stopped: [{ kind: 'slack', reason: 'no_service' }], origin: exampleOrigin }),
    channelStopped({
      stopped: [
        { kind: 'slack', reason: 'channel_is_archived' },
        { kind: 'teams', reason: 'WorkflowNotFound' },
      ],
      origin: exampleOrigin,
    }),
  ],
});
