/**
 * `text`: what is wrong, and what helps where the same message would be refused again. `isTheirWord`: the code is the channel's own
 * word, for which its user can search. `passes`: the next try may succeed, so what helps depends on how often it has failed.
 * `unanswered`: the channel has not answered at all.
 */
type ChannelFailureFacts = { text: string; isTheirWord?: true; passes?: true; unanswered?: true };

const notUnderstood = 'Our message could not be read there. Please contact support.';
const removed = 'The webhook was removed in Slack. Create a new one and enter its address.';

/** Why a channel did not take a message. */
export const channelFailures = {
  no_service: { text: removed, isTheirWord: true },
  no_service_id: { text: removed, isTheirWord: true },
  no_active_hooks: {
    text: 'The webhook is switched off in Slack. Create a new one and enter its address.',
    isTheirWord: true,
  },
  no_team: { text: 'Slack does not know this workspace. Copy the whole address again.', isTheirWord: true },
  team_disabled: { text: 'The workspace is no longer active in Slack.', isTheirWord: true },
  invalid_token: {
    text: 'The address is incomplete or no longer valid. Copy it from Slack again.',
    isTheirWord: true,
  },
  channel_not_found: {
    text: 'The channel was deleted in Slack. Create a webhook for another channel.',
    isTheirWord: true,
  },
  channel_is_archived: {
    text: 'The channel was archived in Slack. Create a webhook for another channel.',
    isTheirWord: true,
  },
  action_prohibited: {
    text: 'The workspace does not allow this webhook to post. Ask its administrator.',
    isTheirWord: true,
  },
  posting_to_general_channel_denied: {
    text: 'Webhooks may not post in this channel. Choose another channel.',
    isTheirWord: true,
  },
  user_not_found: {
    text: 'The webhook writes to a person who has left the workspace.',
    isTheirWord: true,
  },
  invalid_payload: { text: notUnderstood, isTheirWord: true },
  invalid_blocks: { text: notUnderstood, isTheirWord: true },
  no_text: { text: notUnderstood, isTheirWord: true },
  // Words of Power Automate, which runs the workflows of Teams.
  WorkflowNotFound: {
    text: 'The workflow was deleted in Teams. Create a new one and enter its address.',
    isTheirWord: true,
  },
  WorkflowTriggerIsNotEnabled: {
    text: 'The workflow is switched off in Teams. Switch it on there.',
    isTheirWord: true,
  },
  DirectApiAuthorizationRequired: {
    text: 'The workflow accepts messages only from signed-in users. Allow anyone to trigger it, and copy its address again.',
    isTheirWord: true,
  },
  // What is the same everywhere.
  rate_limited: { text: 'It received too many messages at once.', passes: true },
  unauthorized: { text: 'The address is incomplete or no longer valid. Copy the whole address again.' },
  gone: {
    text: 'This address no longer accepts messages. Create a new webhook and enter its address.',
  },
  status: { text: 'It answered with an error.', passes: true },
  redirect: { text: 'It redirected to another address. Enter that one.' },
  timeout: { text: 'It did not answer within 10 seconds.', passes: true, unanswered: true },
  unreachable: { text: 'The address could not be reached.', passes: true, unanswered: true },
  certificate: { text: 'The certificate of the address is not valid.', passes: true, unanswered: true },
  address_refused: {
    text: 'The address belongs to a private network. Enter a public one.',
    unanswered: true,
  },
  port_refused: { text: 'The address may only use port 443 or 8443.', unanswered: true },
  address_unreadable: {
    text: 'We can no longer read the stored address, because its key was replaced. Enter it again.',
    unanswered: true,
  },
  address_not_accepted: {
    text: 'Messages may no longer be sent to this address. Create a new webhook and enter its address.',
    unanswered: true,
  },
} as const satisfies Record<string, ChannelFailureFacts>;

export type ChannelFailure = keyof typeof channelFailures;

export const channelFailureNames = Object.keys(channelFailures) as [ChannelFailure, ...ChannelFailure[]];

const facts: Record<ChannelFailure, ChannelFailureFacts> = channelFailures;

/** Returns why a channel was switched off, and what helps. */
export function explainStop(failure: ChannelFailure): string {
  const { text, passes } = facts[failure];
  return passes
    ? `${text} This went on for three days. Switch the channel on when it accepts messages again.`
    : text;
}

/** Returns why a test did not arrive, and what helps: with the channel's own word where it said one. */
export function explainRefusedTest(name: string, failure: ChannelFailure): string {
  const { text, isTheirWord, passes, unanswered } = facts[failure];
  const advice = passes ? ' Please try again in a minute.' : '';
  if (unanswered) return `The test did not reach ${name}. ${text}${advice}`;
  return `${name} refused the test${isTheirWord ? `: ${failure}` : ''}. ${text}${advice}`;
}
