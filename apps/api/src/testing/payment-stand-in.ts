import { randomUUID } from 'node:crypto';
import type {
  MoneyIds,
  Order,
  PaymentProvider,
  PaymentProviderName,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  ProviderState,
  Traced,
} from '../base/payments/payment-provider.ts';
import { ProviderError } from '../billing/payments/provider-error.ts';

/** What a provider says of the last payment follows from its books, unless a test has changed it. */
type State = Omit<ProviderState, 'lastPayment'> & Partial<ProviderState>;

type Entry = {
  state: State;
  order: Order;
  refunds: (Pick<ProviderRefund, 'id' | 'paymentId' | 'status'> & { cents: number; key: string | null })[];
};

export type PaymentStandIn = ReturnType<typeof paymentStandIn>;

type Refusal = 'retry' | 'refused' | 'gone';

const noFaults = {
  isAway: false,
  opensWithoutAnswer: 0,
  refusesToOpen: false,
  refusesRefunds: false,
  refusesToSuspend: false,
  refundsTakeLong: false,
  /** PayPal's list of payments is late; it tells the last one beside it. */
  listIsLate: false,
  /** It does not tell what a payment belongs to. */
  tracesNothing: false,
};

const noDispute = {
  paymentId: null,
  reason: 'UNAUTHORISED',
  status: 'open',
  outcome: null,
  amountCents: 699,
  currency: 'USD',
  respondBy: null,
} as const satisfies Partial<ProviderDispute>;

/** Returns how many cents are back or on their way. */
function getCents(refunds: Entry['refunds']): number {
  return refunds.filter(isOnItsWay).reduce((sum, { cents }) => sum + cents, 0);
}

function isOnItsWay({ status }: Entry['refunds'][number]): boolean {
  return status !== 'failed';
}

function fail(provider: PaymentProviderName, kind: Refusal, call: string, code?: string): never {
  throw new ProviderError({ provider, kind, call, code, ...(kind === 'refused' && { status: 422 }) });
}

/** What a provider knows: what was opened, paid and refunded. */
function openBooks(name: PaymentProviderName, clock: { at: Date }, faults: { refundsTakeLong: boolean }) {
  const books = new Map<string, Entry>();

  function getEntry(reference: string): Entry {
    return books.get(reference) ?? fail(name, 'gone', 'find');
  }

  function insert(order: Order): Entry {
    const reference = name === 'paypal' ? `I-${randomUUID()}` : `plink_${randomUUID()}`;
    const state: State = {
      reference,
      status: 'waiting',
      rawStatus: name === 'paypal' ? 'APPROVAL_PENDING' : 'created',
      checkoutId: order.checkoutId,
      providerPlanId: name === 'paypal' ? `P-${order.plan.id}-${order.plan.priceCents}` : null,
      currency: order.plan.currency,
      firstPeriodCents: order.firstPeriodCents,
      regularCents: name === 'paypal' ? order.plan.priceCents : null,
      nextBillingAt: null,
      payer: { id: 'PAYER', email: 'payer@clients.example', name: 'Pay Er' },
      payments: [],
    };
    const entry = { state, order, refunds: [] };
    books.set(reference, entry);
    return entry;
  }

  /** PayPal lists no parts, Razorpay every refund. */
  function listed({ state, refunds }: Entry): ProviderPayment[] {
    return state.payments.flatMap((payment) => {
      const own = refunds.filter(({ paymentId }) => paymentId === payment.id);
      const back = getCents(name === 'paypal' ? own.filter(({ status }) => status === 'paid') : own);
      const refunded = back === 0 ? 'nothing' : back >= payment.amountCents ? 'all' : 'part';
      const common = { kind: 'refund', currency: payment.currency, of: payment.id } as const;
      const { id, amountCents } = payment;
      const whole = { ...common, id: `${id}:refund`, amountCents, at: null, status: 'paid' as const };
      const each = own.map(({ id, cents, status }) => {
        return { ...common, id, status, amountCents: cents, at: clock.at };
      });
      const told = name === 'razorpay' ? each : refunded === 'all' ? [whole] : [];
      return [
        { ...payment, refunded },
        ...told.map((refund) => ({ ...refund, refunded: 'nothing' as const })),
      ];
    });
  }

  function set(reference: string, status: ProviderState['status'], rawStatus: string): void {
    Object.assign(getEntry(reference).state, { status, rawStatus });
  }

  function makeRefund(paymentId: string, cents: number, key: string | null = null): string {
    const entry = [...books.values()].find(({ state }) => state.payments.some(({ id }) => id === paymentId));
    if (!entry) fail(name, 'gone', 'refund');
    const payment = entry.state.payments.find(({ id }) => id === paymentId);
    const back = getCents(entry.refunds.filter((one) => one.paymentId === paymentId));
    if (back + cents > (payment?.amountCents ?? 0)) fail(name, 'refused', 'refund');
    const id = `rfnd_${randomUUID()}`;
    entry.refunds.push({ paymentId, cents, key, id, status: faults.refundsTakeLong ? 'pending' : 'paid' });
    return id;
  }

  function pay(reference: string, change: Partial<ProviderPayment> = {}): string {
    const { state, order } = getEntry(reference);
    const isFirst = !state.payments.some(({ status }) => status === 'paid');
    const id = `${name === 'paypal' ? 'S' : 'pay'}_${randomUUID()}`;
    state.payments.push({
      id,
      kind: 'payment',
      status: 'paid',
      amountCents: isFirst ? order.firstPeriodCents : order.plan.priceCents,
      currency: order.plan.currency,
      at: clock.at,
      of: null,
      refunded: 'nothing',
      ...change,
    });
    if (name === 'paypal') set(reference, 'active', 'ACTIVE');
    else if ((change.status ?? 'paid') === 'paid') set(reference, 'active', 'paid');
    return id;
  }

  return { all: books, getEntry, insert, listed, set, makeRefund, pay };
}

function readRefund(books: Map<string, Entry>, id: string): ProviderRefund | null {
  for (const { state, refunds } of books.values()) {
    const place = refunds.findIndex((one) => one.id === id);
    const refund = refunds[place];
    const payment = state.payments.find((one) => one.id === refund?.paymentId);
    if (!refund || !payment) continue;
    const { id: paymentId, currency } = payment;
    const until = refunds.slice(0, place + 1).filter((one) => one.paymentId === paymentId && isOnItsWay(one));
    const totalCents = until.reduce((sum, { cents }) => sum + cents, 0);
    return { id, paymentId, status: refund.status, amountCents: refund.cents, currency, totalCents };
  }
  return null;
}

function trace(books: Map<string, Entry>, { paymentId: named, refundId }: MoneyIds): Traced | null {
  const paymentId = named ?? (refundId ? readRefund(books, refundId)?.paymentId : undefined);
  const entry = [...books.values()].find(({ state }) => state.payments.some(({ id }) => id === paymentId));
  if (paymentId === undefined || !entry) return null;
  return { paymentId, reference: entry.state.reference, checkoutId: entry.state.checkoutId };
}

function listMovements(books: Map<string, Entry>) {
  return [...books.values()].flatMap(({ state, refunds }) => [
    ...state.payments
      .filter(({ status }) => status === 'paid')
      .map(({ id, amountCents }) => ({ of: id, cents: amountCents })),
    ...refunds.filter(isOnItsWay).map(({ paymentId, cents }) => ({ of: paymentId, cents: -cents })),
  ]);
}

/** The disputes of a provider, and the calls that tell of them. */
function openDisputes(clock: { at: Date }, call: (what: string) => void) {
  const disputes = new Map<string, ProviderDispute>();
  return {
    calls: {
      readDispute: async (id: string) => {
        call(`dispute ${id}`);
        return structuredClone(disputes.get(id) ?? null);
      },
      listOpenDisputes: async () => {
        call('disputes');
        return [...disputes.values()].filter(({ status }) => status !== 'closed').map(({ id }) => id);
      },
    },
    /** A payer or their bank disputes a payment, or its dispute goes on. */
    tell: (told: Pick<ProviderDispute, 'id'> & Partial<ProviderDispute>) => {
      const known = disputes.get(told.id) ?? { ...noDispute, openedAt: clock.at };
      disputes.set(told.id, { ...known, ...told });
    },
  };
}

/** Returns what a provider tells of one of its agreements now. */
function tell(name: PaymentProviderName, { state }: Entry, payments: ProviderPayment[]): ProviderState {
  const paid = state.payments.findLast(({ status }) => status === 'paid');
  const last = paid?.at ? { amountCents: paid.amountCents, currency: paid.currency, at: paid.at } : null;
  return structuredClone({ lastPayment: name === 'paypal' ? last : null, ...state, payments });
}

/**
 * A payment provider with books of its own, for tests: it opens once for each checkout, lists what was paid, and tells the parts of a
 * payment that went back the way the real ones do. What payers, banks and the network do is called by the test.
 */
export function paymentStandIn(name: PaymentProviderName, clock: { at: Date }) {
  const faults = { ...noFaults };
  const { all: books, getEntry, insert, listed, set, makeRefund, pay } = openBooks(name, clock, faults);
  const calls: string[] = [];

  function call(what: string): void {
    calls.push(what);
    if (faults.isAway) fail(name, 'retry', what);
  }

  const disputes = openDisputes(clock, call);
  const provider: PaymentProvider = {
    name,
    leastCents: () => (name === 'razorpay' ? 100 : 1),
    open: async (order) => {
      call(`open ${order.checkoutId}`);
      if (faults.refusesToOpen) fail(name, 'refused', 'open');
      const known = [...books.values()].find((one) => one.order.checkoutId === order.checkoutId);
      const { state } = known ?? insert(order);
      if (faults.opensWithoutAnswer-- > 0) fail(name, 'retry', 'open');
      const { reference, providerPlanId } = state;
      return { reference, payUrl: `https://pay.example/${reference}`, providerPlanId };
    },
    fetch: async (reference) => {
      call(`fetch ${reference}`);
      const entry = books.get(reference);
      return entry ? tell(name, entry, faults.listIsLate ? [] : listed(entry)) : null;
    },
    suspend: async (reference) => {
      call(`suspend ${reference}`);
      if (faults.refusesToSuspend) fail(name, 'refused', 'suspend');
      set(reference, 'suspended', 'SUSPENDED');
    },
    resume: async (reference) => {
      call(`resume ${reference}`);
      const { status } = getEntry(reference).state;
      if (status !== 'active' && status !== 'suspended') fail(name, 'refused', 'resume');
      set(reference, 'active', 'ACTIVE');
    },
    cancel: async (reference) => {
      call(`cancel ${reference}`);
      const { status } = getEntry(reference).state;
      if (name === 'paypal' && status === 'waiting') fail(name, 'refused', 'cancel');
      if (name === 'paypal') set(reference, 'cancelled', 'CANCELLED');
      else if (status === 'waiting') set(reference, 'lapsed', 'cancelled');
    },
    refund: async ({ paymentId, amountCents, key }) => {
      call(`refund ${paymentId}`);
      if (faults.refusesRefunds) fail(name, 'refused', 'refund', 'INSUFFICIENT_FUNDS');
      const made = [...books.values()].flatMap(({ refunds }) => refunds.filter((one) => one.key === key));
      // PayPal repeats its first answer to a key, even when that refund has failed since.
      const known = made.find((one) => name === 'paypal' || isOnItsWay(one));
      const refund = readRefund(books, known?.id ?? makeRefund(paymentId, amountCents, key));
      const pendingId = name === 'paypal' && refund?.status !== 'paid' ? (refund?.id ?? null) : null;
      return { totalCents: refund?.totalCents ?? null, wasWhole: false, pendingId };
    },
    ...(name === 'paypal' && { readRefund: async (id: string) => readRefund(books, id) }),
    trace: async (about) => {
      call('trace');
      return faults.tracesNothing ? null : trace(books, about);
    },
    ...disputes.calls,
    verifyEvent: async () => null,
  };

  return {
    provider,
    faults,
    calls,
    dispute: disputes.tell,
    /** The payer agrees to pay on a later day. */
    agree: (reference: string) => set(reference, 'active', 'ACTIVE'),
    /** The payer agrees; no money has moved. */
    approve: (reference: string) => set(reference, 'approved', 'APPROVED'),
    /** Money comes: the first period, or with PayPal the next one. Returns the id of the payment. */
    pay,
    set,
    /** The merchant's pages or a bank take money back. Returns the id of the refund, which PayPal tells by an event alone. */
    makeRefund: (paymentId: string, cents: number) => makeRefund(paymentId, cents),
    /** Changes what the provider says, as somebody who tampers with it could. */
    tamper: (reference: string, change: Partial<ProviderState>) =>
      Object.assign(getEntry(reference).state, change),
    entry: getEntry,
    references: () => [...books.keys()],
    /** Every movement of money in its books: payments, and what went back. */
    movements: () => listMovements(books),
  };
}
