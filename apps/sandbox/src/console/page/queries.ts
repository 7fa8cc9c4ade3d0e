import { QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type {
  Books,
  CallReport,
  Change,
  ChannelPost,
  Faults,
  Mail,
  Overview,
  Report,
  Row,
  Sheet,
} from './contract.ts';

/** Nothing goes stale by itself: the sandbox says what has changed. It is on this machine, so a failure is told at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: false,
    },
  },
});

function toQuery<Reply>(queryKey: (string | number)[], path: string) {
  return queryOptions({ queryKey, queryFn: () => call<Reply>('GET', path) });
}

export const overviewQuery = toQuery<Overview>(['overview'], '/api/console/overview');
export const mailsQuery = toQuery<Mail[]>(['mails'], '/api/mails?limit=200');
/** Addresses that Postmark has given up. */
export const inactiveQuery = toQuery<{ addresses: string[] }>(['mails', 'inactive'], '/api/mails/inactive');
/** What was posted to channels of Slack and Teams, also what was refused. */
export const channelPostsQuery = toQuery<ChannelPost[]>(['channels'], '/api/channel-messages?refused=true');
export const booksQuery = toQuery<Books>(['payments'], '/api/payments');
export const faultsQuery = toQuery<Faults>(['faults'], '/api/faults');

/** Counted by every call of the product, so it is read again each second while it is shown. */
export const callsQuery = queryOptions({
  ...toQuery<CallReport>(['calls'], '/api/calls'),
  refetchInterval: 1000,
  staleTime: 0,
});

export function sheetQuery(id: string) {
  return toQuery<Sheet>(['sheets', id], `/api/console/sheets/${id}`);
}

/** A report as an account reads it; as its owner without one. */
export function reportQuery(id: string, as: string) {
  const query = as === '' ? '' : `?as=${encodeURIComponent(as)}`;
  return toQuery<Report>(['reports', id, as], `/api/console/reports/${id}${query}`);
}

export const rowsPerPage = 100;

export function rowsQuery(id: string, page: number) {
  const range = `from=${page * rowsPerPage}&count=${rowsPerPage}`;
  return toQuery<Row[]>(['sheets', id, 'rows', page], `/api/console/sheets/${id}/rows?${range}`);
}

/** Reads again what has changed: at once where it is shown, else when it is next. */
async function readChanged({ sheets, list, mails, faults, payments, channels }: Change): Promise<void> {
  const changed = [
    ...sheets.map((id) => ['sheets', id]),
    ...(list ? [['sheets'], ['payments']] : []),
    ...(list || sheets.length > 0 ? [['overview'], ['reports']] : []),
    ...(mails ? [['mails']] : []),
    ...(faults ? [['faults']] : []),
    ...(payments ? [['payments']] : []),
    ...(channels ? [['channels']] : []),
  ];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** What must be over before changes are read, such as a write of the page's own. */
let waitedFor: Promise<unknown> = Promise.resolve();

/** Has changes of the sandbox wait for an action of the page, which reads by itself what it has changed. */
export function readAfter(action: Promise<unknown>): void {
  waitedFor = action.catch(() => undefined);
}

/**
 * Reads again whatever changes in the sandbox. The browser reconnects by itself; everything is read again then, because
 * changes in between were missed.
 */
export function followChanges(): void {
  const source = new EventSource('/api/console/events');
  let wasOpen = false;
  source.addEventListener('open', () => {
    if (wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
  });
  source.addEventListener('message', ({ data }) => {
    const change: Change = JSON.parse(data);
    void waitedFor.then(() => readChanged(change));
  });
  window.addEventListener('pagehide', () => source.close());
}
