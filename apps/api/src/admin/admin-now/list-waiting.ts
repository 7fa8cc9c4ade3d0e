import type { endpoints, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { findDispute } from '../../billing/disputes/disputes.store.ts';
import { reasonText } from '../../billing/disputes/list-disputes.ts';
import { findPaymentToSettle } from '../admin-payments/admin-payments.store.ts';
import { explainUnsettled } from '../admin-payments/list-payments.ts';
import { countWaiting, findEventFacts, findWaiting, type WaitingRow } from './waiting.store.ts';

type Waiting = NonNullable<Reply<typeof endpoints.adminNow.read>['waiting']>;
type Item = Waiting['items'][number];

/** How much the page lists; the rest is counted. */
const listed = 12;
/** How much of a message is shown. */
const excerptLength = 120;

/** Returns what waits for a person, the soonest deadline first, with what they need to know about it. */
export async function listWaiting(context: Context): Promise<Waiting> {
  const at = context.now();
  const [rows, counts] = await Promise.all([
    findWaiting(context.db, { at, limit: listed }),
    countWaiting(context.db, at),
  ]);
  const facts = await readFacts(context, rows);
  const items = rows.map((row) => toItem(row, facts.get(`${row.kind} ${row.id}`) ?? {}));
  const more = counts.flatMap(({ kind, count }) => {
    const left = count - rows.filter((row) => row.kind === kind).length;
    return left > 0 ? [{ kind, count: left }] : [];
  });
  return { count: counts.reduce((sum, { count }) => sum + count, 0), items, more };
}

type Facts = Partial<Omit<Item, 'kind' | 'id' | 'since' | 'deadline' | 'count'>>;

function toItem({ kind, id, since, deadline, count }: WaitingRow, facts: Facts): Item {
  return {
    kind,
    id,
    since: since.toISOString(),
    deadline: deadline?.toISOString() ?? null,
    count,
    email: null,
    provider: null,
    amount: null,
    currency: null,
    about: null,
    plan: null,
    providerPage: null,
    ...facts,
  };
}

/** Reads the facts of all rows, kind by kind. */
async function readFacts(context: Context, rows: readonly WaitingRow[]): Promise<Map<string, Facts>> {
  const idsOf = (kind: WaitingRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [messages, disputes, payments, events, incidents] = await Promise.all([
    context.db.contactMessage.findMany({ where: { id: { in: idsOf('message') } } }),
    Promise.all(idsOf('dispute').map((id) => readDispute(context, id))),
    Promise.all(idsOf('payment').map((id) => readPayment(context, id))),
    findEventFacts(context.db, idsOf('event')),
    context.db.statusIncident.findMany({ where: { id: { in: idsOf('incident') } } }),
  ]);
  return new Map<string, Facts>([
    ...messages.map(({ id, email, plan, message }): [string, Facts] => [
      `message ${id}`,
      { email, plan, about: toExcerpt(message) },
    ]),
    ...[...disputes, ...payments].flat(),
    ...events.map(({ id, provider, type, detail, email }): [string, Facts] => [
      `event ${id}`,
      { provider, email, about: detail ?? type },
    ]),
    ...incidents.map(({ id, title }): [string, Facts] => [`incident ${id}`, { about: title }]),
  ]);
}

function toExcerpt(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  return line.length > excerptLength ? `${line.slice(0, excerptLength).trimEnd()}…` : line;
}

async function readDispute({ db, payments }: Context, id: string): Promise<[string, Facts][]> {
  const found = await findDispute(db, id);
  if (!found) return [];
  const { provider, providerDisputeId: disputeId, email, amountCents, currency, reason } = found;
  const facts = {
    provider,
    email,
    currency,
    amount: amountCents === null ? null : toAmount(amountCents),
    about: reasonText(reason),
    providerPage: payments.getDisputePage({ provider, disputeId }),
  };
  return [[`dispute ${id}`, facts]];
}

async function readPayment({ db, now }: Context, id: string): Promise<[string, Facts][]> {
  const found = await findPaymentToSettle(db, { id, at: now() });
  if (!found) return [];
  const { provider, email, cents, currency } = found;
  const facts = { provider, email, currency, amount: toAmount(cents), about: explainUnsettled(found) };
  return [[`payment ${id}`, facts]];
}
