import { AppError, type ChannelKind, channelNames } from '@picksync/contracts';
import { type Targets, targetProblem } from '@picksync/process';

/**
 * Returns whether an address is one that a channel gives out. Slack's are on one host; the workflows of Teams are run by Power
 * Automate, which moved from the first domain to the second.
 */
const belongs: Record<ChannelKind, (url: URL) => boolean> = {
  slack: ({ hostname }) => hostname === 'hooks.slack.com',
  teams: ({ hostname }) => /\.(logic\.azure\.com|environment\.api\.powerplatform\.com)$/.test(hostname),
};

const paths: Record<ChannelKind, RegExp> = {
  slack: /^\/services\/[A-Za-z0-9]+\/[A-Za-z0-9]+\/[A-Za-z0-9]+$/,
  teams: /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/,
};

const looksLike = {
  slack: 'An incoming webhook begins with https://hooks.slack.com/services/',
  teams:
    'The address of a workflow is at logic.azure.com or environment.api.powerplatform.com, and ends with its signature',
} as const;

function refuse(message: string): never {
  throw new AppError('validation_failed', { message, errors: { address: message } });
}

/**
 * Returns the address of a channel as it is called. Throws `validation_failed` for one that is no incoming webhook of that kind.
 * With the sandbox, its host stands for those of the channels.
 */
export function readChannelAddress(kind: ChannelKind, text: string, targets: Targets): string {
  const problem = targetProblem(text, targets);
  if (problem) refuse(problem.message);
  const url = new URL(text);
  url.hash = '';
  const isChannelLink = /^(app\.)?slack\.com$/.test(url.hostname) && url.pathname.includes('/archives/');
  if (isChannelLink) refuse(`This is the address of a channel. ${looksLike.slack}`);
  if (url.hostname.endsWith('.webhook.office.com'))
    refuse('Microsoft has ended these addresses. Make a workflow in the channel and enter its address.');
  const isOurs = belongs[kind](url) || targets === 'anywhere';
  if (!isOurs || !paths[kind].test(url.pathname))
    refuse(`This is not an address of ${channelNames[kind]}. ${looksLike[kind]}`);
  if (kind === 'teams' && !url.searchParams.get('sig'))
    refuse('The end of the address is missing. Copy the whole address, with its signature');
  return url.href;
}

/** Returns what is shown of an address, which is a secret: where it is, and its last four characters. */
export function shortenAddress(kind: ChannelKind, address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  if (kind === 'slack') {
    const [, , team = '', , token = ''] = pathname.split('/');
    return `${host}/services/${team.slice(0, 3)}…/…${token.slice(-4)}`;
  }
  return `${host.length > 40 ? `${host.slice(0, 6)}…${host.slice(-32)}` : host}/…${(searchParams.get('sig') ?? '').slice(-4)}`;
}
