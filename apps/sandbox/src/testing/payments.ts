import {
  ApplicationContextUserAction,
  Client,
  IntervalUnit,
  PaymentsController,
  SubscriptionsController,
  TenureType,
} from '@paypal/paypal-server-sdk';
import Razorpay from 'razorpay';
import type { TestSandbox } from './sandbox.ts';

type AxiosRequest = { url: string; method: string; headers: Record<string, string>; data?: string };

/** Returns PayPal's official client, whose calls go to the sandbox instead of PayPal's host. */
export function paypalClient({ url, config }: TestSandbox, credentials: { secret?: string } = {}) {
  const adapter = async (request: AxiosRequest) => {
    const { pathname, search } = new URL(request.url);
    const response = await fetch(`${url}/paypal${pathname}${search}`, {
      method: request.method.toUpperCase(),
      headers: request.headers,
      ...(request.data === undefined ? {} : { body: request.data }),
    });
    const headers = Object.fromEntries(response.headers);
    return { data: await response.text(), status: response.status, statusText: '', headers, config: request };
  };
  const client = new Client({
    unstable_httpClientOptions: { adapter },
    clientCredentialsAuthCredentials: {
      oAuthClientId: config.PAYPAL_CLIENT_ID,
      oAuthClientSecret: credentials.secret ?? config.PAYPAL_CLIENT_SECRET,
    },
  });
  return { subscriptions: new SubscriptionsController(client), payments: new PaymentsController(client) };
}

export function razorpayClient(
  { url, config }: TestSandbox,
  credentials: { secret?: string } = {},
): Razorpay {
  const client = new Razorpay({
    key_id: config.RAZORPAY_KEY_ID,
    key_secret: credentials.secret ?? config.RAZORPAY_KEY_SECRET,
  });
  // @ts-expect-error The types do not name the client inside, which alone knows the host.
  client.api.rq.defaults.baseURL = `${url}/razorpay`;
  return client;
}

/** Returns a token of PayPal's for calls that its client has no method for. */
export async function paypalToken({ call, config }: TestSandbox): Promise<string> {
  const basic = Buffer.from(`${config.PAYPAL_CLIENT_ID}:${config.PAYPAL_CLIENT_SECRET}`).toString('base64');
  const { body } = await call('POST', '/paypal/v1/oauth2/token', {
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return body.access_token;
}

function price(value: string) {
  return { fixedPrice: { currencyCode: 'USD', value } };
}

/** Creates a product and a monthly plan for $6.99 whose first month is a cycle of its own. Returns the plan's id. */
export async function createPlan(sandbox: TestSandbox, { failureThreshold = 0 } = {}): Promise<string> {
  const { body: product } = await sandbox.call('POST', '/paypal/v1/catalogs/products', {
    token: await paypalToken(sandbox),
    body: { name: 'Picksync', type: 'SERVICE' },
  });
  const frequency = { intervalUnit: IntervalUnit.Month, intervalCount: 1 };
  const { result } = await paypalClient(sandbox).subscriptions.createBillingPlan({
    body: {
      productId: product.id,
      name: 'Basic',
      billingCycles: [
        {
          tenureType: TenureType.Trial,
          sequence: 1,
          totalCycles: 1,
          frequency,
          pricingScheme: price('6.99'),
        },
        {
          tenureType: TenureType.Regular,
          sequence: 2,
          totalCycles: 0,
          frequency,
          pricingScheme: price('6.99'),
        },
      ],
      paymentPreferences: { paymentFailureThreshold: failureThreshold },
    },
  });
  return result.id ?? '';
}

/** Returns the request for a subscription whose first month has a price of its own. */
export function subscriptionRequest(planId: string, { customId = 'checkout-1', first = '3.50' } = {}) {
  return {
    planId,
    customId,
    subscriber: { emailAddress: 'ann@northwind.example' },
    plan: { billingCycles: [{ sequence: 1, totalCycles: 1, pricingScheme: price(first) }] },
    applicationContext: {
      brandName: 'Picksync',
      returnUrl: 'http://localhost:9/subscription/success?from=paypal',
      cancelUrl: 'http://localhost:9/subscription/cancel',
      userAction: ApplicationContextUserAction.SubscribeNow,
    },
  };
}

/** Creates a subscription, approves it, and returns its id. */
export async function createActiveSubscription(sandbox: TestSandbox, planId: string): Promise<string> {
  const { result } = await paypalClient(sandbox).subscriptions.createSubscription({
    body: subscriptionRequest(planId, {}),
  });
  const id = result.id ?? '';
  await decide(sandbox, id, 'approve');
  return id;
}

/** Decides as the payer would on the provider's page. Returns the address they are sent to. */
export async function decide(sandbox: TestSandbox, id: string, decision: string): Promise<string | null> {
  const { body } = await sandbox.call('POST', `/api/payments/${id}/decide`, { body: { decision } });
  return body.location;
}

export async function createTestLink(sandbox: TestSandbox, change: object = {}) {
  return razorpayClient(sandbox).paymentLink.create({
    amount: 699,
    currency: 'USD',
    reference_id: 'checkout-1',
    description: 'Basic, one month',
    customer: { email: 'ann@northwind.example' },
    notes: { plan: 'Basic' },
    callback_url: 'http://localhost:9/subscription/success',
    callback_method: 'get',
    expire_by: Date.parse('2026-11-02T09:30:00Z') / 1000,
    ...change,
  });
}
