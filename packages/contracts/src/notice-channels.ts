import * as z from 'zod';
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

/** Why a channel did not take a message: the channel's own word for it where it has one, and what helps. */
export const channelFailures = {
  // Words of Slack.
  no_service: 'The webhook was removed in Slack. Make a new one and enter its address.',
  no_service_id: 'The webhook was removed in Slack. Make a new one and enter its address.',
  no_active_hooks: 'The webhook is switched off in Slack. Make a new one and enter its address.',
  no_team: 'The workspace is not known to Slack. Copy the whole address again.',
  team_disabled: 'The workspace is not active in Slack any more.',
  invalid_token: 'The address is not complete, or no longer valid. Copy it again from Slack.',
  channel_not_found: 'The channel was deleted in Slack. Make a webhook for another channel.',
  channel_is_archived: 'The channel was archived in Slack. Make a webhook for another channel.',
  action_prohibited: 'The workspace does not let this webhook post there. Ask its administrator.',
  posting_to_general_channel_denied: 'The workspace lets nobody post in this channel. Choose another one.',
  user_not_found: 'The person that the webhook writes to is no longer in the workspace.',
  invalid_payload: 'The message was not understood. Please write to our support.',
  // Words of Power Automate, which runs the workflows of Teams.
  WorkflowNotFound: 'The workflow was deleted in Teams. Make a new one and enter its address.',
  WorkflowTriggerIsNotEnabled: 'The workflow is switched off in Teams. Switch it on.',
  DirectApiAuthorizationRequired:
    'The workflow takes messages only from signed-in users. Let anyone trigger it, and copy its address again.',
  // What is the same everywhere.
  rate_limited: 'Too many messages at once. Please try again in a minute.',
  unauthorized: 'The address is not complete, or no longer valid. Copy the whole address again.',
  gone: 'Nothing takes messages at this address any more. Make a new webhook and enter its address.',
  status: 'The answer was an error. Please try again later.',
  redirect: 'The answer was a redirect. Enter the address it leads to.',
  timeout: 'There was no answer within 10 seconds. Please try again.',
  unreachable: 'The address could not be reached.',
  certificate: 'The certificate of the address is not valid.',
  address_refused: 'The name leads to an address that is not public.',
  port_refused: 'The address has another port than 443 and 8443.',
} as const;

export type ChannelFailure = keyof typeof channelFailures;

export const channelFailureNames = Object.keys(channelFailures) as [ChannelFailure, ...ChannelFailure[]];

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
  /** Chooses what a channel is told, or switches it off and on. */
  edit: endpoint('PATCH', `${path}/:kind`, { params, body: editChannelBody, reply: changed, access: 'user' }),
  remove: endpoint('DELETE', `${path}/:kind`, { ...userAct, params }),
};
