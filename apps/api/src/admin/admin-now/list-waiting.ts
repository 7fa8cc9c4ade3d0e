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
  const rows = await findWaiting(context.db, { at, limit: listed });
  const counts = await countWaiting(context.db, at);
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

/** Reads the facts of all rows, kind by kind. One after another, so that users keep the connections of the database. */
async function readFacts(context: Context, rows: readonly WaitingRow[]): Promise<Map<string, Facts>> {
  const facts = new Map<string, Facts>();
  const idsOf = (kind: WaitingRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const { db } = context;
  const messages = await findAny(idsOf('message'), (ids) =>
    db.contactMessage.findMany({ where: { id: { in: ids } } }),
  );
  for (const { id, email, plan, message } of messages)
    facts.set(`message ${id}`, { email, plan, about: toExcerpt(message) });
  for (const id of idsOf('dispute')) facts.set(`dispute ${id}`, await readDispute(context, id));
  for (const id of idsOf('payment')) facts.set(`payment ${id}`, await readPayment(context, id));
  for (const { id, ...event } of await findAny(idsOf('event'), (ids) => findEventFacts(db, ids))) {
    const { provider, type, detail, email } = event;
    facts.set(`event ${id}`, { provider, email, about: detail ?? type });
  }
  const incidents = await findAny(idsOf('incident'), (ids) =>
    db.statusIncident.findMany({ where: { id: { in: ids } } }),
  );
  for (const { id, title } of incidents) facts.set(`incident ${id}`, { about: title });
  return facts;
}

/** Finds what there are ids of. Most of the time nothing of a kind waits, and the database is not asked. */
async function findAny<T>(ids: string[], find: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : find(ids);
}

function toExcerpt(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  return line.length > excerptLength ? `${line.slice(0, excerptLength).trimEnd()}…` : line;
}

async function readDispute({ db, payments }: Context, id: string): Promise<Facts> {
  const found = await findDispute(db, id);
  if (!found) return {};
  const { provider, providerDisputeId: disputeId, email, amountCents, currency, reason } = found;
  return {
    provider,
    email,
    currency,
    amount: amountCents === null ? null : toAmount(amountCents),
    about: reasonText(reason),
    providerPage: payments.getDisputePage({ provider, disputeId }),
  };
}

async function readPayment({ db, now }: Context, id: string): Promise<Facts> {
  const found = await findPaymentToSettle(db, { id, at: now() });
  if (!found) return {};
  const { provider, email, cents, currency } = found;
  return { provider, email, currency, amount: toAmount(cents), about: explainUnsettled(found) };
}
