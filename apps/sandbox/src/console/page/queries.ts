import { QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Books, CallReport, Change, Faults, Mail, Overview, Row, Sheet } from './contract.ts';

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

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => call<Overview>('GET', '/api/console/overview'),
});

export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: () => call<Mail[]>('GET', '/api/mails?limit=200'),
});

/** Addresses that Postmark has given up. */
export const inactiveQuery = queryOptions({
  queryKey: ['mails', 'inactive'],
  queryFn: () => call<{ addresses: string[] }>('GET', '/api/mails/inactive'),
});

export const booksQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: () => call<Books>('GET', '/api/payments'),
});

export const faultsQuery = queryOptions({
  queryKey: ['faults'],
  queryFn: () => call<Faults>('GET', '/api/faults'),
});

/** Counted by every call of the product, so it is read again each second while it is shown. */
export const callsQuery = queryOptions({
  queryKey: ['calls'],
  queryFn: () => call<CallReport>('GET', '/api/calls'),
  refetchInterval: 1000,
  staleTime: 0,
});

export function sheetQuery(id: string) {
  return queryOptions({
    queryKey: ['sheets', id],
    queryFn: () => call<Sheet>('GET', `/api/console/sheets/${id}`),
  });
}

export const rowsPerPage = 100;

export function rowsQuery(id: string, page: number) {
  const from = page * rowsPerPage;
  return queryOptions({
    queryKey: ['sheets', id, 'rows', page],
    queryFn: () => call<Row[]>('GET', `/api/console/sheets/${id}/rows?from=${from}&count=${rowsPerPage}`),
  });
}

/** Reads again what has changed: at once where it is shown, else when it is next. */
export async function readChanged({ sheets, list, mails, faults, payments }: Change): Promise<void> {
  const changed = [
    ...sheets.map((id) => ['sheets', id]),
    ...(list ? [['sheets'], ['payments']] : []),
    ...(list || sheets.length > 0 ? [['overview']] : []),
    ...(mails ? [['mails']] : []),
    ...(faults ? [['faults']] : []),
    ...(payments ? [['payments']] : []),
  ];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
