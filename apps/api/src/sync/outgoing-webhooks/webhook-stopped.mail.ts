import { pluralize } from '@picksync/contracts';
import { listFacts, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findBatch } from '../../mail/find-notices.ts';

const reasons = {
  failing: 'It failed for three days. Switch it on when the receiver works again.',
  gone: 'The receiver said that it is gone. Switch it on when it is back.',
  secret_lost: 'Its secret can no longer be read. Make a new one, then switch it on.',
  port_refused: 'Enter an address with port 443 or 8443, then switch it on.',
} as const;

/** Only the host: paths and queries of such addresses are often secrets. */
type Stopped = { host: string; reason: keyof typeof reasons };

function webhookStopped({ stopped, origin }: { stopped: Stopped[]; origin: string }): MailContent {
  const [first] = stopped;
  const isOne = first !== undefined && stopped.length === 1;
  const was = isOne
    ? `The webhook to ${shortenName(first.host)} was switched off`
    : `${pluralize(stopped.length, 'webhook')} were switched off`;
  return {
    subject: was,
    preview: isOne ? reasons[first.reason] : 'Your systems are told nothing until they are switched on.',
    title: was,
    blocks: [
      {
        kind: 'text',
        text: 'Picksync did this, not you. Your automations go on as before; only your own systems are no longer told.',
      },
      listFacts(stopped.map(({ host, reason }) => [shortenName(host, 40), reasons[reason]])),
      { kind: 'button', label: 'See your webhooks', url: `${origin}/settings#hooks` },
    ],
    because: 'because it is about the webhooks of your account',
  };
}

/** To the owner of outgoing webhooks that were switched off by the system, once for all of them. */
export const webhookStoppedMail = defineMail({
  kind: 'automation',
  ids: ['batchId'],
  write: async ({ db, settings }, { batchId }) => {
    const batch = await findBatch(db, { batchId });
    if (!batch) return null;
    // Those that are still switched off by the system.
    const rows = await db.outgoingWebhook.findMany({
      where: { id: { in: batch.subjectIds }, isActive: false },
      select: { url: true, stopReason: true },
      orderBy: { createdAt: 'asc' },
    });
    const stopped = rows.flatMap(({ url, stopReason: reason }) =>
      reason ? [{ host: new URL(url).hostname, reason }] : [],
    );
    if (stopped.length === 0) return null;
    const content = webhookStopped({ stopped, origin: settings.publicOrigin });
    return { to: batch.user.email, userId: batch.user.id, content };
  },
  examples: [
    ...(['failing', 'gone', 'secret_lost', 'port_refused'] as const).map((reason) =>
      webhookStopped({ stopped: [{ host: 'ops.northwind.example', reason }], origin: exampleOrigin }),
    ),
    webhookStopped({
      stopped: [
        { host: 'ops.northwind.example', reason: 'failing' },
        { host: 'hooks.northwind.example', reason: 'gone' },
      ],
      origin: exampleOrigin,
    }),
  ],
});
