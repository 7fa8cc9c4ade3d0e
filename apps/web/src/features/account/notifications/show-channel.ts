import type { NoticeChannel } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { channelsQuery } from '../../../api/account.queries.ts';

/** Puts a channel as the server has it into the list. */
export function showChannel(queryClient: QueryClient, channel: NoticeChannel): void {
  queryClient.setQueryData(channelsQuery.queryKey, (before = []) => [
    ...before.filter(({ kind }) => kind !== channel.kind),
    channel,
  ]);
}
