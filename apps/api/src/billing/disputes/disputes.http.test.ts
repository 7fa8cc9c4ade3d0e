import { nextCursorHeader } from '@picksync/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProviderDispute } from '../../base/payments/payment-provider.ts';
import { findMail } from '../../jobs/mails.ts';
import { type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';
import { receiveProviderEvent } from '../provider-events/receive-provider-event.ts';
import { lookForDisputes, refreshDispute } from './refresh-dispute.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const inHours = (hours: number) => new Date(begin.getTime() + hours * 60 * 60_000);
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.now = begin;
  shop.paypal.faults.isAway = false;
  for (const { provider, providerDisputeId: id } of await shop.db.dispute.findMany())
    if (provider === 'paypal' || provider === 'razorpay')
      shop.standIns[provider].dispute({ id, status: 'closed' });
  await shop.db.dispute.deleteMany();
  await shop.db.providerEvent.deleteMany();
  await shop.db.$executeRaw`DELETE FROM pgboss.job`;
});

const read = async (path: string) => {
  const headers = await signInAsAdmin(shop);
  return (await shop.api.app.inject({ url: `/api/admin/${path}`, headers })).json();
};

async function buy() {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, 'paypal');
  const paymentId = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  await shop.work();
  await shop.db.$executeRaw`DELETE FROM pgboss.job`;
  return { who, reference, paymentId };
}

const refresh = (disputeId: string, provider: 'paypal' | 'razorpay' = 'paypal') =>
  refreshDispute(shop.api.context, { payload: { provider, disputeId } });

async function open(told: Partial<ProviderDispute> = {}, provider: 'paypal' | 'razorpay' = 'paypal') {
  const id = `PP-D-${crypto.randomUUID()}`;
  shop.standIns[provider].dispute({ id, ...told });
  await refresh(id, provider);
  return id;
}

/** The subjects of the mails that wait, and to whom they go. */
async function mails(): Promise<(string | undefined)[][]> {
  const waiting = await shop.api.waitingJobs('send-mail');
  await shop.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'send-mail'`;
  const written = [];
  for (const job of waiting) {
    const mail = await findMail(String(job.mail))?.write(shop.api.context, {
      disputeId: String(job.disputeId),
    } as never);
    written.push([mail?.content.subject, mail?.to]);
  }
  return written;
}
const owner = 'support@picksync.example';

test('a dispute of a payment is listed with its payer, its reason and its deadline, and somebody is needed', async () => {
  const { who, paymentId } = await buy();
  const { email } = await shop.db.user.findUniqueOrThrow({ where: { id: who.userId } });
  const before = (await read('attention')).disputes;
  const respondBy = inHours(240);
  const disputeId = await open({ paymentId, respondBy, reason: 'CANCELED_RECURRING_BILLING' });
  expect((await read('attention')).disputes).toBe(before + 1);
  expect(await read('disputes')).toMatchObject([
    {
      provider: 'paypal',
      disputeId,
      paymentId,
      isOurs: true,
      email,
      planName: 'Basic',
      reason: 'Canceled recurring billing',
      status: 'open',
      outcome: null,
      amount: 6.99,
      respondBy: respondBy.toISOString(),
      closedAt: null,
    },
  ]);
  expect(await mails()).toEqual([
    ['Dispute of $6.99 at PayPal: answer by Dec 1, 2026, 10:00\u00a0AM UTC', owner],
  ]);
  await refresh(disputeId);
  expect(await mails()).toEqual([]);
});

test('a late answer from before it was closed does not reopen a dispute, and a new one does', async () => {
  const disputeId = await open();
  const { readDispute } = shop.paypal.provider;
  const stale = await readDispute(disputeId);
  shop.paypal.dispute({ id: disputeId, status: 'closed', outcome: 'won' });
  let reads = 0;
  shop.paypal.provider.readDispute = async (id) => {
    reads += 1;
    if (reads > 1) return readDispute(id);
    await refresh(id);
    return stale;
  };
  await refresh(disputeId);
  shop.paypal.provider.readDispute = readDispute;
  expect(await shop.db.dispute.findFirst()).toMatchObject({ status: 'closed', outcome: 'won' });
  // That it was opened, and that it is over.
  expect(await mails()).toHaveLength(2);

  shop.paypal.dispute({ id: disputeId, status: 'open', outcome: null });
  await refresh(disputeId);
  expect(await shop.db.dispute.findFirst()).toMatchObject({ status: 'open', closedAt: null });
  expect(await mails()).toHaveLength(1);
});

test('the owner is not told that money stays which went back before the dispute was won', async () => {
  const { reference, paymentId } = await buy();
  const disputeId = await open({ paymentId });
  shop.paypal.makeRefund(paymentId, 699);
  await shop.event('paypal', reference);
  shop.paypal.dispute({ id: disputeId, status: 'closed', outcome: 'won' });
  await refresh(disputeId);
  const row = await shop.db.dispute.findFirstOrThrow();
  const mail = await findMail('dispute_closed')?.write(shop.api.context, { disputeId: row.id } as never);
  const text = JSON.stringify(mail?.content.blocks);
  expect(text).toContain('went back to the payer before');
  expect(text).not.toContain('stays with you');
});

test('only an administrator sees disputes', async () => {
  const { headers } = await shop.api.signIn();
  expect((await shop.api.app.inject({ url: '/api/admin/disputes', headers })).statusCode).toBe(403);
  expect((await shop.api.app.inject({ url: '/api/admin/disputes' })).statusCode).toBe(401);
});

test('the soonest deadline comes first, then those without one, then what is over, over all pages', async () => {
  const closed = await open({ status: 'closed', outcome: 'won' });
  const late = await open({ respondBy: inHours(200) }, 'razorpay');
  const undated = await open();
  const review = await open({ status: 'under_review', openedAt: inHours(-24) });
  const soon = await open({ respondBy: inHours(20) });
  const found: string[] = [];
  const headers = await signInAsAdmin(shop);
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url: string = `/api/admin/disputes?limit=2${cursor && `&cursor=${cursor}`}`;
    const answer = await shop.api.app.inject({ url, headers });
    found.push(...answer.json().map(({ disputeId }: { disputeId: string }) => disputeId));
    const next: unknown = answer.headers[nextCursorHeader];
    cursor = typeof next === 'string' ? next : null;
  }
  expect(found).toEqual([soon, late, review, undated, closed]);
});

test('the owner is reminded of a deadline once, two days before it, and again of a later one', async () => {
  const disputeId = await open({ respondBy: inHours(72) });
  await mails();
  const look = () => lookForDisputes(shop.api.context);
  shop.now = inHours(23);
  await look();
  expect(await mails()).toEqual([]);
  shop.now = inHours(24);
  await look();
  await look();
  const subject = 'Answer by Nov 24, 2026, 10:00\u00a0AM UTC: the dispute of $6.99 at PayPal';
  expect(await mails()).toEqual([[subject, owner]]);
  shop.paypal.dispute({ id: disputeId, respondBy: inHours(120) });
  await refresh(disputeId);
  shop.now = inHours(80);
  await look();
  expect(await mails()).toEqual([
    ['Answer by Nov 26, 2026, 10:00\u00a0AM UTC: the dispute of $6.99 at PayPal', owner],
  ]);
  shop.paypal.dispute({ id: disputeId, status: 'under_review', respondBy: null });
  await refresh(disputeId);
  shop.now = inHours(100);
  await look();
  expect(await mails()).toEqual([]);
});

test('a dispute that no event told of is found by the look of every hour', async () => {
  shop.paypal.dispute({ id: 'PP-D-QUIET' });
  await lookForDisputes(shop.api.context);
  expect(await shop.api.waitingJobs('refresh-dispute')).toContainEqual({
    provider: 'paypal',
    disputeId: 'PP-D-QUIET',
  });
  await refresh('PP-D-QUIET');
  expect(await read('disputes')).toMatchObject([
    { disputeId: 'PP-D-QUIET', isOurs: false, email: null, respondBy: null },
  ]);
});

test('a provider that is away does not keep the look of every hour from the others', async () => {
  shop.paypal.faults.isAway = true;
  shop.razorpay.dispute({ id: 'disp_quiet' });
  await lookForDisputes(shop.api.context);
  expect(await shop.api.waitingJobs('refresh-dispute')).toContainEqual({
    provider: 'razorpay',
    disputeId: 'disp_quiet',
  });
});

test('a dispute that is lost tells the owner and looks at its payment, which ends the plan', async () => {
  const { who, reference, paymentId } = await buy();
  const disputeId = await open({ paymentId });
  await mails();
  shop.now = inHours(2);
  shop.paypal.makeRefund(paymentId, 699);
  shop.paypal.dispute({ id: disputeId, status: 'closed', outcome: 'lost' });
  await refresh(disputeId);
  expect(await mails()).toEqual([['The dispute of $6.99 at PayPal is lost', owner]]);
  expect(await shop.api.waitingJobs('refresh-subscription')).toContainEqual({
    provider: 'paypal',
    reference,
  });
  await shop.work();
  expect((await shop.outcome(who.userId)).current).toEqual([]);
  expect((await read('attention')).disputes).toBe(0);
  expect(await read('disputes')).toMatchObject([
    { disputeId, status: 'closed', outcome: 'lost', closedAt: inHours(2).toISOString() },
  ]);
  await mails();
  shop.now = inHours(5);
  await refresh(disputeId);
  expect(await mails()).toEqual([]);
  shop.paypal.dispute({ id: disputeId, status: 'open', outcome: null });
  await refresh(disputeId);
  expect(await mails()).toEqual([['Dispute of $6.99 at PayPal', owner]]);
});

async function receive(disputeId: string) {
  const { provider } = shop.paypal;
  provider.verifyEvent = async () => ({
    key: crypto.randomUUID(),
    type: 'CUSTOMER.DISPUTE.CREATED',
    reference: null,
    paymentId: null,
    refundId: null,
    checkoutId: null,
    disputeId,
    claim: null,
  });
  const event = { provider: 'paypal' as const, headers: {}, body: Buffer.from('{}') };
  expect(await receiveProviderEvent(shop.api.context, event)).toBe(true);
  expect(await shop.api.waitingJobs('refresh-dispute')).toEqual([{ provider: 'paypal', disputeId }]);
  return shop.db.providerEvent.findFirstOrThrow({ where: { disputeId } });
}

test('an event about a dispute makes its provider be asked, and says what came of it', async () => {
  shop.paypal.dispute({ id: 'PP-D-TOLD' });
  const { id, processedAt } = await receive('PP-D-TOLD');
  expect(processedAt).toBeNull();
  await refresh('PP-D-TOLD');
  expect(await shop.db.providerEvent.findUnique({ where: { id } })).toMatchObject({
    outcome: 'applied',
    detail: 'The dispute is on the list of disputes.',
    processedAt: begin,
  });
});

test('an event about a dispute that cannot be read waits for somebody, and is asked for again', async () => {
  const { id } = await receive('PP-D-SECRET');
  await refresh('PP-D-SECRET');
  expect(await read('provider-events?waiting=true')).toMatchObject([
    { id, outcome: 'unassigned', detail: expect.stringContaining('does not let us read') },
  ]);
  await shop.db.$executeRaw`DELETE FROM pgboss.job`;
  const headers = await signInAsAdmin(shop);
  const url = `/api/admin/provider-events/${id}/replay`;
  expect((await shop.api.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
  expect(await shop.api.waitingJobs('refresh-dispute')).toHaveLength(1);
  shop.paypal.dispute({ id: 'PP-D-SECRET' });
  await refresh('PP-D-SECRET');
  expect(await read('provider-events?waiting=true')).toEqual([]);
});

test('repeats the job while the provider is away, and says so at its event', async () => {
  const { id } = await receive('PP-D-AWAY');
  shop.paypal.faults.isAway = true;
  await expect(refresh('PP-D-AWAY')).rejects.toThrow('paypal');
  expect(await shop.db.providerEvent.findUnique({ where: { id } })).toMatchObject({
    outcome: 'failed',
    processedAt: null,
    attempts: 1,
  });
});
