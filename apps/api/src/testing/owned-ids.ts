import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { exportAudit } from '../admin/admin-operations/export-audit.ts';
import { openSupportView } from '../admin/admin-support/support-views.ts';
import { rememberBrowser } from '../people/recognized-devices/recognized-devices.ts';
import { authenticate } from '../people/sessions/sessions.ts';
import { createWebhook } from '../sync/outgoing-webhooks/outgoing-webhooks.ts';
import { createSavedView } from '../sync/saved-views/saved-views.ts';
import { createActingSession } from './create-acting-session.ts';
import { testReceipt } from './receipts.ts';
import type { TestApp } from './test-app.ts';

/** Stands in what belongs to somebody, so that a test sees it when it comes out. */
export const ownersSecret = 'Known to its owner alone';

type Owned = (api: TestApp, userId: string) => Promise<string>;

/** A rule that nobody looks into. */
const rule: Owned = async ({ db }, userId) => {
  const place = {
    placeKind: 'folder',
    placeId: '1',
    placeName: ownersSecret,
    columnTitle: ownersSecret,
  } as const;
  const source = {
    sourceSheetId: '2',
    sourceSheetName: ownersSecret,
    sourceColumnId: '3',
    sourceColumnName: 'Name',
  };
  const data = { userId, name: ownersSecret, ...place, ...source, settings: {}, isActive: false };
  return (await db.rule.create({ data })).id;
};

/** An automation of a connection that is not in use: nothing is asked of Smartsheet. */
const automation: Owned = async ({ db }, userId) => {
  const connection =
    (await db.smartsheetConnection.findUnique({ where: { userId } })) ??
    (await testConnection(db, { userId, status: 'disconnected' }));
  return (await testAutomation(db, { connection, name: ownersSecret })).id;
};

/**
 * Creates what an id in an address stands for, by the address up to the id. A new address with an id needs a line here; null
 * where the id does not belong to a user of ours.
 */
export const ownedByPath: Record<string, Owned | null> = {
  '/api/account/api-keys/:id': async (api, userId) => (await api.createKey(userId)).id,
  '/api/account/exports/:id': async ({ db, clock }, userId) => {
    const expiresAt = new Date(clock.at.getTime() + 60 * 60_000);
    return (await db.dataExport.create({ data: { userId, readyAt: clock.at, expiresAt } })).id;
  },
  '/api/account/known-browsers/:id': async ({ context, db }, userId) => {
    const place = { userId, browserTokens: [], userAgent: ownersSecret, ipAddress: '127.0.0.1' };
    return (await db.$transaction((tx) => rememberBrowser(context, tx, place))).id;
  },
  '/api/account/passkeys/:id': async ({ db }, userId) => {
    const key = { credentialId: `of-${userId}`, publicKey: Buffer.alloc(1), counter: 0, isSynced: false };
    return (await db.passkey.create({ data: { ...key, userId, name: ownersSecret } })).id;
  },
  '/api/account/sessions/:id': async (api, userId) => {
    const { token } = await api.signIn({ userId });
    return (await authenticate(api.context, { cookie: token, bearer: undefined }))?.session.id ?? '';
  },
  // A kind of channel is one of two, the same for everybody.
  '/api/account/channels/:kind': null,
  // A provider is one of two, the same for everybody.
  '/api/account/sign-in-providers/:provider': null,
  '/api/account/views/:id': async ({ context }, userId) =>
    (await createSavedView(context, { userId, name: ownersSecret, search: {} })).id,
  '/api/account/webhooks/:id': async ({ context }, userId) => {
    const wanted = { url: 'https://receiver.example/hooks', events: ['automation.synced' as const] };
    const acting = { userId, network: '127.0.0.1', session: await createActingSession(context, userId) };
    const { webhook } = await createWebhook(context, { ...acting, ...wanted });
    return webhook.id;
  },
  '/api/activity-logs/lines/:id': async ({ db }, userId) => {
    const entry = { userId, automationName: ownersSecret, action: 'manual_sync', status: 'info' } as const;
    return (await db.activityLog.create({ data: entry })).id;
  },
  // A browser that navigates is led back: see export-audit.http.test.ts.
  '/api/admin/audit-exports/:id': async ({ context }, adminId) => {
    const session = await createActingSession(context, adminId);
    const { path } = await exportAudit(context, { adminId, session, network: '127.0.0.1' }, 'admins');
    return path.split('/').at(-2) ?? '';
  },
  // A view belongs to the administrator who said why.
  '/api/admin/support-views/:id': async ({ context, db }, adminId) => {
    const { id } = await testUser(db);
    const by = { adminId, session: await createActingSession(context, adminId), network: '127.0.0.1' };
    return (await openSupportView(context, by, { id, reason: ownersSecret })).viewId;
  },
  // What administrators see is everybody's: see `sharedByPath`.
  '/api/admin/automations/:id': null,
  '/api/admin/contact-messages/:id': null,
  '/api/admin/coupons/:id': null,
  '/api/admin/payments/:id': null,
  '/api/admin/payments-to-settle/:id': null,
  '/api/admin/plans/:id': null,
  '/api/admin/status/incidents/:id': null,
  '/api/admin/tax-rates/:id': null,
  '/api/admin/provider-events/:id': null,
  '/api/admin/queues/:name': null,
  '/api/admin/users/:id': null,
  '/api/configurations/:id': automation,
  '/api/rules/:id': rule,
  '/api/runs/:id': async (api, userId) => {
    const passId = crypto.randomUUID();
    const automationId = await automation(api, userId);
    const run = { automationId, passId, outcome: 'unchanged', durationMs: 1 } as const;
    await api.db.automationRun.create({ data: run });
    return passId;
  },
  '/api/subscription/paypal/status/:subscriptionId': async ({ db, clock }, userId) => {
    const providerReference = `I-${userId}`;
    const order = { userId, planId: 2, provider: 'paypal' as const, amountCents: 699, priceCents: 699 };
    await db.checkout.create({ data: { ...order, providerReference, expiresAt: clock.at } });
    return providerReference;
  },
  // Smartsheet decides, by the user's own token.
  '/api/smartsheet/reports/:id': null,
  '/api/smartsheet/sheets/:id': null,
  '/api/subscription/receipts/:number': async (api, userId) =>
    (await testReceipt(api.db, { userId, planName: ownersSecret })).number,
  // The signature decides: see receive-callback.http.test.ts.
  '/api/smartsheet/callbacks/:webhookId': null,
};

/** What an id stands for where it is the same for everybody, or for every administrator. */
export const sharedByPath: Record<string, Owned> = {
  '/api/account/channels/:kind': async () => 'slack',
  '/api/admin/automations/:id': async (api) => automation(api, (await testUser(api.db)).id),
  '/api/admin/contact-messages/:id': async ({ db }) => {
    const message = { email: 'lena@harborline.example', message: 'A message' };
    return (await db.contactMessage.create({ data: message })).id;
  },
  '/api/admin/coupons/:id': async ({ db }) => {
    const coupon = { code: `C${crypto.randomUUID().toUpperCase()}`, discountAmount: 1 };
    return (await db.coupon.create({ data: coupon })).id;
  },
  '/api/admin/payments/:id': async ({ db }) => {
    const payment = {
      provider: 'paypal',
      amount: '6.99',
      status: 'paid',
      transactionType: 'payment',
    } as const;
    const named = { providerSubscriptionId: 'I-UNKNOWN', providerTransactionId: crypto.randomUUID() };
    return (await db.paymentTransaction.create({ data: { ...payment, ...named } })).id;
  },
  '/api/admin/payments-to-settle/:id': async ({ db }) => {
    const payment = { provider: 'paypal', amount: '6.99', status: 'paid', refundDueCents: 699 } as const;
    const named = { providerSubscriptionId: 'I-UNKNOWN', providerTransactionId: crypto.randomUUID() };
    const data = { ...payment, ...named, transactionType: 'unmatched' } as const;
    return (await db.paymentTransaction.create({ data })).id;
  },
  '/api/admin/plans/:id': async () => '2',
  '/api/admin/provider-events/:id': async ({ db }) => {
    const event = { provider: 'paypal', type: 'PAYMENT.SALE.COMPLETED', outcome: 'refused' } as const;
    const data = { ...event, providerEventId: crypto.randomUUID() };
    return (await db.providerEvent.create({ data })).id;
  },
  '/api/admin/status/incidents/:id': async ({ db }) => {
    const incident = { title: 'Mails are late', parts: ['mail'], isMeasured: false, startedAt: new Date(0) };
    return (await db.statusIncident.create({ data: incident })).id;
  },
  '/api/admin/tax-rates/:id': async ({ db }) => {
    const rate = { country: 'DE', name: 'VAT', percent: 19, isIncluded: true, effectiveFrom: new Date(0) };
    return (await db.taxRate.create({ data: rate })).id;
  },
  '/api/admin/users/:id': async ({ db }) => (await testUser(db)).id,
};

/** The same for ids in a query or a body, by the name of the field. */
export const ownedByField: Record<string, Owned> = {
  automationId: automation,
  configId: automation,
  ruleId: rule,
};

/** Returns the address up to its id; undefined for an address without one. */
export function addressWithId(path: string): string | undefined {
  return /^.*?\/:\w+/.exec(path)?.[0];
}
