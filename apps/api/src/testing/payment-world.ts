import { createHandlers } from '../jobs/handlers.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { startStandInServer } from './stand-in-server.ts';
import { type TestApp, testApp } from './test-app.ts';

export type PaymentWorld = Awaited<ReturnType<typeof paymentWorld>>;

/** One movement of money, as the sandbox has it on its books. */
export type Movement = {
  provider: 'paypal' | 'razorpay';
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  status: 'paid' | 'failed';
  reference: string;
  of: string | null;
  amountCents: number;
  currency: string;
};

export type Books = {
  subscriptions: { id: string; status: string }[];
  links: { id: string; status: string }[];
  movements: Movement[];
  deliveries: { id: string }[];
};

/**
 * The application with its real adapters, its jobs running, and the sandbox in the place of PayPal and Razorpay, which sends it its
 * events. Time is that of the machine. Mails are not sent. `timeoutMs`: how long a provider may take to answer, which is short where some
 * of its answers never come.
 */
export async function paymentWorld({ timeoutMs = 30_000 }: { timeoutMs?: number } = {}) {
  let api: TestApp | undefined;
  let isOpen = true;
  const receiver = await startStandInServer(async ({ path: url, headers, body: payload }) => {
    const answer = isOpen ? await api?.app.inject({ method: 'POST', url, headers, payload }) : undefined;
    return { status: answer?.statusCode ?? 503, body: answer?.body ?? '' };
  });
  const events = `${receiver.base}/api/subscription`;
  const sandbox: Sandbox = await startSandbox({
    PAYPAL_WEBHOOK_URL: `${events}/paypal/webhook`,
    RAZORPAY_WEBHOOK_URL: `${events}/razorpay/webhook`,
  });
  const { paypal, razorpay } = sandbox.payments;
  const started = await testApp({
    payments: { paypal: { ...paypal, timeoutMs }, razorpay: { ...razorpay, timeoutMs } },
  });
  api = started;
  const keepTime = setInterval(() => Object.assign(started.clock, { at: new Date() }), 20);
  started.clock.at = new Date();
  const handlers = createHandlers(started.context);
  const noMails = { concurrency: 4, handle: async () => {} };
  await started.context.queue.run('api', { ...handlers, 'send-mail': noMails });

  return {
    api: started,
    sandbox,
    books: () => sandbox.call<Books>('GET', '/api/payments'),
    /** What only a payer, time or a bank does. Refusals of the sandbox are part of a random run. */
    async act<T>(id: string, action: string, body: object = {}): Promise<T | null> {
      return sandbox.call<T>('POST', `/api/payments/${id}/${action}`, { body }).catch(() => null);
    },
    fault: (payments: object) => sandbox.call('PUT', '/api/faults', { body: { payments } }),
    async close(): Promise<void> {
      isOpen = false;
      clearInterval(keepTime);
      await sandbox.close();
      await started.close();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
