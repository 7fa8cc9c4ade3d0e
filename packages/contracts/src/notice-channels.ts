import * as z from 'zod';
import { channelFailureNames } from './channel-failures.ts';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { isoTime } from './fields.ts';
import type { MailChoice } from './notifications.ts';

/** Where a user can have notices posted, beside the mails. */
export const channelKinds = ['slack', 'teams'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const channelNames = { slack: 'Slack', teams: 'Microsoft Teams' } as const satisfies Record<
  ChannelKind,
  string
>;

/** Which notices a new channel gets. */
export const usualChannelChoices: readonly MailChoice[] = ['automation_failing', 'review_needed'];

const choices = z.object({
  automation_failing: z.boolean(),
  review_needed: z.boolean(),
  automation_paused: z.boolean(),
  reminders: z.boolean(),
} satisfies Record<MailChoice, z.ZodBoolean>);

/** A channel as its user sees it: never the whole address, which is a secret. */
export const noticeChannel = z.object({
  kind: z.enum(channelKinds),
  /** Shortened, as in `hooks.slack.com/services/T02…/…x8Qk`. */
  address: z.string(),
  choices,
  isActive: z.boolean(),
  /** Why Picksync has switched it off; null when it has not. */
  stopReason: z.enum(channelFailureNames).nullable(),
  failingSince: isoTime.nullable(),
  lastSentAt: isoTime.nullable(),
});

export type NoticeChannel = z.output<typeof noticeChannel>;

const params = z.strictObject({ kind: z.enum(channelKinds) });

/** What is wrong with the address itself is said by the server, which knows what may be called. */
const address = z
  .string('Please enter the address')
  .trim()
  .min(1, 'Please enter the address')
  .max(1000, 'Please use at most 1000 characters');

export const channelTestBody = z.strictObject({ address: address.optional() });

export const saveChannelBody = z.strictObject({
  address,
  /** What the test of this address returned. */
  testToken: z.string('Send a test first').min(1, 'Send a test first').max(200),
});

export const editChannelBody = z.strictObject({
  choices: z.strictObject(choices.shape).partial().optional(),
  isActive: z.boolean().optional(),
});

const path = '/api/account/channels';
const changed = z.object({ message: z.string(), channel: noticeChannel });

export const noticeChannelEndpoints = {
  /** The user's channels, one of a kind at most. */
  list: endpoint('GET', path, { reply: z.array(noticeChannel), access: 'user' }),
  /**
   * Posts a test to an address that is entered, or without one to that of the channel. `testToken` lets the address be saved within
   * ten minutes.
   */
  test: endpoint('POST', `${path}/:kind/test`, {
    params,
    body: channelTestBody,
    reply: z.object({ message: z.string(), testToken: z.string().nullable() }),
    access: 'user',
    stepUp: 'recent',
  }),
  /** Adds a channel, or gives it another address, after a test arrived there. */
  save: endpoint('POST', `${path}/:kind`, {
    params,
    body: saveChannelBody,
    reply: changed,
    access: 'user',
    stepUp: 'recent',
  }),
  /** Chooses what a channel is told, or switches it off and on; switching it on needs a recent step-up. */
  edit: endpoint('PATCH', `${path}/:kind`, { params, body: editChannelBody, reply: changed, access: 'user' }),
  remove: endpoint('DELETE', `${path}/:kind`, { ...userAct, params }),
};
