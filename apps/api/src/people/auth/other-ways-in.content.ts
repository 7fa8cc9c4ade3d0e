import { counted, type MailBlock } from '../../mail/content.ts';
import type { OtherWaysIn } from './ways-in.store.ts';

/** Returns what goes on working after a new password, as a note; nothing when nothing does. */
export function listOtherWaysIn({ passkeys, linkedSignIns, apiKeys }: OtherWaysIn): MailBlock[] {
  const ways = [
    [passkeys, 'passkey'],
    [linkedSignIns, 'linked sign-in'],
    [apiKeys, 'API key'],
  ] as const;
  const names = ways.flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)]));
  if (names.length === 0) return [];
  const list = new Intl.ListFormat('en-US').format(names);
  const goOn = passkeys + linkedSignIns + apiKeys === 1 ? 'goes on working' : 'go on working';
  const where = apiKeys === 0 ? 'under Security' : 'under Security and API keys';
  return [
    {
      kind: 'note',
      text: `${list} ${goOn}. If somebody else was in your account, remove what is not yours ${where}.`,
    },
  ];
}
