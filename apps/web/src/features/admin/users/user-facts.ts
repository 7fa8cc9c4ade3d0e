import { regionNames } from '@picksync/contracts';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { formatDay, formatMoment } from '../../../ui/dates.ts';
import { endOf, providerOf } from '../give-plan/standing-words.ts';

const providers = { google: 'Google', microsoft: 'Microsoft' };

/** Returns the facts in the panel of a user. */
export function userFacts(user: AdminUserDetail): [name: string, text: string][] {
  const { current, hasTwoFactor, signInProviders, createdAt, lastSeenAt, isVerified } = user;
  const facts: [string, string | null][] = [
    ['Paid by', providerOf(current)],
    ['Period', endOf(current)],
    ['Smartsheet', connectionOf(user)],
    ['Automations', automationsOf(user)],
    ['Email', isVerified ? 'Verified' : 'Not verified'],
    ['Two-factor', hasTwoFactor ? 'On' : 'Off'],
    ['Sign-in providers', signInProviders.map((name) => providers[name]).join(', ') || 'None'],
    ['Since', formatDay(createdAt)],
    ['Last seen', lastSeenAt ? formatMoment(lastSeenAt) : 'Never'],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function connectionOf({ smartsheet: { state, region } }: AdminUserDetail): string {
  if (state === 'not_connected') return 'Not connected';
  const where = region ? `, ${regionNames[region].replace(' (default)', '')}` : '';
  return `${state === 'connected' ? 'Connected' : 'Refused, needs to reconnect'}${where}`;
}

function automationsOf({ automations, needsReview, failing }: AdminUserDetail): string {
  const { active, paused, limit } = automations;
  const parts = [
    `${active} of ${limit}`,
    paused > 0 && `${paused} paused`,
    needsReview > 0 && (needsReview === 1 ? 'one waits for review' : `${needsReview} wait for review`),
    failing > 0 && (failing === 1 ? 'one fails' : `${failing} fail`),
  ];
  return parts.filter(Boolean).join(', ');
}
