import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Copy, MessageSquare } from 'lucide-react';
import { call } from '../call.ts';
import type { ChannelPost } from '../contract.ts';
import { formatTime, pluralize } from '../format.ts';
import { PageBody, PageHead } from '../page-frame.tsx';
import { channelPostsQuery } from '../queries.ts';
import { attempt } from '../toasts.tsx';
import { addressStates, exampleAddresses } from './channel-addresses.ts';
import { readMessage } from './read-message.ts';

const channelNames = { slack: 'Slack', teams: 'Microsoft Teams' } as const;

/** What the product posted to channels of Slack and Microsoft Teams, newest first, and addresses to post to. */
export function ChannelsPage() {
  const { data: posts } = useSuspenseQuery(channelPostsQuery);
  return (
    <>
      <PageHead
        title="Channels"
        facts={`${pluralize(posts.length, 'message')} the product posted to Slack and Microsoft Teams`}
        actions={
          <Button
            disabled={posts.length === 0}
            onClick={() => void attempt(() => call('DELETE', '/api/channel-messages'))}
          >
            Empty channels
          </Button>
        }
      />
      <PageBody>
        <Addresses />
        {posts.length === 0 ? (
          <EmptyState
            icon={MessageSquare}
            title="No messages yet"
            text="Enter one of these addresses in the settings of the product, under Notifications, and send a test."
          />
        ) : (
          <ul aria-label="Messages" className="grid max-w-3xl gap-3">
            {posts.map((post) => (
              <Post key={post.id} post={post} />
            ))}
          </ul>
        )}
      </PageBody>
    </>
  );
}

function Addresses() {
  return (
    <section aria-label="Addresses" className="max-w-3xl rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="font-semi">Addresses that take messages</h2>
      <dl>
        {exampleAddresses(window.location.origin).map(({ channel, address }) => (
          <div key={channel} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <dt className="w-32 text-sm text-ink-2">{channelNames[channel]}</dt>
            <dd className="flex min-w-60 flex-1 items-center justify-between gap-3">
              <code className="min-w-0 text-sm [overflow-wrap:anywhere]">{address}</code>
              <Button
                size="sm"
                className="shrink-0"
                aria-label={`Copy the address of ${channelNames[channel]}`}
                onClick={() => void attempt(() => navigator.clipboard.writeText(address), 'Address copied.')}
              >
                <Copy aria-hidden="true" />
                Copy
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer text-ink-2">Addresses that refuse them</summary>
        <table aria-label="Addresses that refuse messages" className="mt-2 w-full border-collapse">
          <thead>
            <tr className="text-left text-xs text-ink-2 [&>th]:py-1 [&>th]:pr-3">
              <th scope="col">Part of the address</th>
              <th scope="col">The channel answers</th>
            </tr>
          </thead>
          <tbody>
            {addressStates.map(({ part, answer }) => (
              <tr key={part} className="border-t border-line [&>td]:py-1 [&>td]:pr-3">
                <td>
                  <code>{part}</code>
                </td>
                <td>
                  <code>{answer}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** A message as its channel shows it, or what was posted where the channel refused it. */
function Post({ post }: { post: ChannelPost }) {
  const isTaken = post.status < 300;
  const message = readMessage(post);
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isTaken ? 'good' : 'bad'}>{isTaken ? 'Taken' : `Refused, ${post.status}`}</Badge>
        <b className="font-semi">{channelNames[post.channel]}</b>
        <code className="min-w-0 flex-1 truncate text-xs text-ink-2">{post.address}</code>
        <time dateTime={post.at} className="text-xs text-ink-2">
          {formatTime(post.at)}
        </time>
      </div>
      {!isTaken && <code className="text-sm text-bad [overflow-wrap:anywhere]">{post.answer}</code>}
      {message && (
        <div className="border-l-2 border-line pl-3">
          <p className="font-semi [overflow-wrap:anywhere]">{message.title}</p>
          {message.lines.map((line, at) => (
            <p key={`${at} ${line}`} className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {line}
            </p>
          ))}
          {message.links.map(({ label, url }) => (
            <a
              key={url}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="mt-1 inline-block text-sm font-medium text-accent underline-offset-2 hover:underline"
            >
              {label}
            </a>
          ))}
        </div>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer text-xs text-ink-2">What was posted</summary>
        <pre className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs">
          {JSON.stringify(post.body, null, 2)}
        </pre>
      </details>
    </li>
  );
}
