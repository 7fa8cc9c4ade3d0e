import type { MailChoice } from '@picksync/contracts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import type { MailFoot } from '../../mail/content.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

/** Ends the sentence "Stop mails about …". */
const topics = {
  automation_failing: 'failing automations',
  review_needed: 'reviews',
  automation_paused: 'paused automations',
  reminders: 'your trial and plan',
} as const satisfies Record<MailChoice, string>;

/** Returns the links for the footer and the headers of a mail by which its reader can stop mails of that choice. */
export function stopLinks(
  { userId, choice }: { userId: string; choice: MailChoice },
  deps: { keyedHash: KeyedHash; publicOrigin: string },
): { foot: NonNullable<MailFoot['stop']>; headers: Record<string, string> } {
  const { page, headers } = unsubscribeLinks({ userId, mail: choice }, deps);
  const choicesUrl = `${deps.publicOrigin}/account?section=notifications`;
  return { foot: { topic: topics[choice], url: page, choicesUrl }, headers };
}
