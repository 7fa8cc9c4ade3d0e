import {
  type ChannelKind,
  channelKinds,
  channelNames,
  explainStop,
  type NoticeChannel,
  noticeChannelEndpoints,
} from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { formatAgoWithin, formatMoment } from '../../../ui/dates.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { showChannel } from './show-channel.ts';

const ChannelDialog = lazyPart(async () => (await import('./channel-dialog.tsx')).ChannelDialog);

function ChannelBadge({ channel: { isActive, stopReason, failingSince } }: { channel: NoticeChannel }) {
  if (stopReason) return <Badge tone="bad">Stopped</Badge>;
  if (!isActive) return <Badge tone="neutral">Off</Badge>;
  return failingSince ? <Badge tone="bad">Failing</Badge> : <Badge tone="good">On</Badge>;
}

/** Where it is, and what its user has to know. */
function ChannelDetail({ channel }: { channel: NoticeChannel }) {
  const now = useNow();
  const { address, lastSentAt, stopReason, failingSince } = channel;
  return (
    <>
      {stopReason && <p className="text-bad">{explainStop(stopReason)}</p>}
      {!stopReason && failingSince && (
        <p className="text-bad">
          Failing since {formatMoment(failingSince)}. After three days nothing more is sent.
        </p>
      )}
      <code className="break-all">{address}</code>
      {lastSentAt && `, last sent ${formatAgoWithin(lastSentAt, now)}`}
    </>
  );
}

function ChannelRow({ kind, channel }: { kind: ChannelKind; channel: NoticeChannel | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const name = channelNames[kind];
  const reload = () => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
  const test = useAction({
    send: () => call(noticeChannelEndpoints.test, { params: { kind }, body: {} }),
    onDone: sayDone,
    failure: { title: 'The test did not arrive' },
    refresh: reload,
  });
  const switchOn = useAction({
    send: () => call(noticeChannelEndpoints.edit, { params: { kind }, body: { isActive: true } }),
    onDone: (reply) => showChannel(queryClient, reply.channel),
    failure: { title: 'Not switched on' },
  });
  return (
    <>
      <SettingRow
        title={name}
        badge={channel && <ChannelBadge channel={channel} />}
        detail={channel ? <ChannelDetail channel={channel} /> : 'Not set up'}
        action={
          channel ? (
            <>
              {channel.isActive ? (
                <Button
                  aria-label={`Send a test to ${name}`}
                  pending={test.isPending}
                  onClick={() => test.run()}
                >
                  Send a test
                </Button>
              ) : (
                <Button
                  aria-label={`Switch on ${name}`}
                  pending={switchOn.isPending}
                  onClick={() => switchOn.run()}
                >
                  Switch on
                </Button>
              )}
              <Button aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
                Edit
              </Button>
            </>
          ) : (
            <Button aria-label={`Add ${name}`} onClick={() => setOpen(true)}>
              Add
            </Button>
          )
        }
      />
      {isOpen && <ChannelDialog kind={kind} channel={channel} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The channels that notices can go to beside the mails. */
export function ChannelsSection() {
  const { data: channels } = useSuspenseQuery(channelsQuery);
  return channelKinds.map((kind) => (
    <ChannelRow key={kind} kind={kind} channel={channels.find((channel) => channel.kind === kind)} />
  ));
}
