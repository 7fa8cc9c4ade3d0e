import { describe, expect, test } from 'vitest';
import type { Order, PaymentProvider, PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { createPaymentProviders } from '../../open-context.ts';
import { startStandInServer } from '../../testing/stand-in-server.ts';
import { ProviderError } from './provider-error.ts';

/** Long enough for everything that is answered on a busy machine. Only what never is has to be waited for. */
const timeoutMs = 2500;

const order: Order = {
  checkoutId: '019ab1c2-0000-7000-8000-000000000001',
  plan: { id: 2, name: 'Basic', priceCents: 699, currency: 'USD', providerPlanId: 'P-1' },
  firstPeriodCents: 123,
  payer: { email: 'ada@clients.example' },
  returnUrl: 'https://picksync.example/subscription/success',
  cancelUrl: 'https://picksync.example/subscription/cancel',
  expiresAt: new Date('2026-11-22T09:00:00Z'),
};

type Answer = Parameters<typeof startStandInServer>[0];
type Received = Parameters<Answer>[0];

const price = { fixed_price: { currency_code: 'USD', value: '6.99' } };
const cycle = (tenure_type: string, sequence: number) => ({
  tenure_type,
  sequence,
  frequency: { interval_unit: 'MONTH' },
  pricing_scheme: price,
});
const token = { access_token: 'token', token_type: 'Bearer', expires_in: 32400 };

/** What each provider answers where nothing goes wrong; the same payment is found and made. */
const fine: Record<PaymentProviderName, (request: Received) => { body: unknown }> = {
  paypal({ path }) {
    if (path.endsWith('/v1/oauth2/token')) return { body: token };
    const plan = { id: 'P-1', status: 'ACTIVE', billing_cycles: [cycle('TRIAL', 1), cycle('REGULAR', 2)] };
    if (path.includes('/billing/plans/')) return { body: plan };
    const links = [{ rel: 'approve', href: 'https://www.paypal.com/approve' }];
    return { body: { id: 'I-1', status: 'APPROVAL_PENDING', create_time: '2026-11-22T07:00:00Z', links } };
  },
  razorpay({ method, path }) {
    const link = {
      id: 'plink_1',
      amount: 123,
      currency: 'USD',
      status: 'created',
      reference_id: order.checkoutId,
      short_url: 'https://rzp.io/i/1',
    };
    return { body: method === 'GET' && path.includes('?') ? { payment_links: [link] } : link };
  },
};
const references = { paypal: 'I-1', razorpay: 'plink_1' };
const creates = { paypal: '/v1/billing/subscriptions', razorpay: '/v1/payment_links' };

async function providerAt(apiBase: string, name: PaymentProviderName): Promise<PaymentProvider> {
  const config = {
    paypal: { clientId: 'id', clientSecret: 'secret', apiBase, webhookId: 'W1', timeoutMs },
    razorpay: { keyId: 'id', keySecret: 'secret', apiBase, webhookSecret: 'a secret', timeoutMs },
  };
  const now = () => new Date('2026-11-22T08:00:00Z');
  const { [name]: provider } = await createPaymentProviders(config, { now });
  if (!provider) throw new Error(`${name} is not offered`);
  return provider;
}

const readFailure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ProviderError ? error : new Error('no provider error', { cause: error }),
  );

describe.each(['paypal', 'razorpay'] as const)('the transport to %s', (name) => {
  test.concurrent.each(['hang', 'reset'] as const)(
    'finds what was made although its answer got lost (%s), and has it made once',
    async (loss) => {
      let isMade = false;
      await using server = await startStandInServer((request) => {
        const isCreate = request.method === 'POST' && request.path === creates[name];
        if (!isCreate || isMade) return fine[name](request);
        isMade = true;
        return loss;
      });
      const opened = await (await providerAt(server.base, name)).open(order);
      expect(opened.reference).toBe(references[name]);
      const posts = server.requests.filter(({ method, path }) => method === 'POST' && path === creates[name]);
      // At PayPal, asking again with the same key is how one is found.
      const keys = posts.map(({ headers }) => headers['paypal-request-id']);
      expect(keys).toEqual(name === 'paypal' ? [order.checkoutId, order.checkoutId] : [undefined]);
      expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    },
  );

  test.concurrent('ends a call without an answer in time, and does not repeat it', async () => {
    await using server = await startStandInServer((request) =>
      request.path.endsWith('/token') ? fine[name](request) : 'hang',
    );
    const error = await readFailure((await providerAt(server.base, name)).fetch(references[name]));
    expect(error).toMatchObject({ kind: 'retry', code: 'TIMEOUT', status: null });
    expect(server.requests.filter(({ path }) => !path.endsWith('/token'))).toHaveLength(1);
  });

  test.concurrent('repeats a call whose connection is cut, once', async () => {
    await using server = await startStandInServer((request) =>
      request.path.endsWith('/token') ? fine[name](request) : 'reset',
    );
    const error = await readFailure((await providerAt(server.base, name)).fetch(references[name]));
    expect(error).toMatchObject({ kind: 'retry', status: null });
    expect(server.requests.filter(({ path }) => !path.endsWith('/token'))).toHaveLength(2);
  });

  test.concurrent('cuts off an answer that is too long', async () => {
    await using server = await startStandInServer((request) =>
      request.path.endsWith('/token') ? fine[name](request) : { body: `"${'x'.repeat(3 * 1024 * 1024)}"` },
    );
    const error = await readFailure((await providerAt(server.base, name)).fetch(references[name]));
    expect(error).toMatchObject({ kind: 'retry', code: 'TOO_LONG' });
  });

  test.concurrent('leads to a stand-in under a path of its own', async () => {
    await using server = await startStandInServer((request) => fine[name](request));
    const found = await (await providerAt(`${server.base}/${name}`, name)).fetch(references[name]);
    expect(found).toMatchObject({ reference: references[name], status: 'waiting' });
    expect(server.requests.every(({ path }) => path.startsWith(`/${name}/v1/`))).toBe(true);
  });
});

test.concurrent('nothing is asked of PayPal when no token comes in time', async () => {
  await using server = await startStandInServer(() => 'hang');
  const error = await readFailure((await providerAt(server.base, 'paypal')).fetch('I-1'));
  expect(error).toMatchObject({ kind: 'retry', code: 'TIMEOUT' });
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/oauth2/token']);
});
