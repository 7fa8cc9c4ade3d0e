import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailsQuery } from '../queries.ts';

/** Returns how many mails have arrived since the inbox was last open. */
export function useUnread(isInboxOpen: boolean): number {
  const { data: mails } = useQuery(mailsQuery);
  const [seen, setSeen] = useState<string>();
  if (!mails) return 0;
  const newest = mails[0]?.id ?? 'none';
  if (seen !== newest && (isInboxOpen || seen === undefined)) setSeen(newest);
  const seenAt = mails.findIndex(({ id }) => id === seen);
  return seenAt === -1 ? mails.length : seenAt;
}
