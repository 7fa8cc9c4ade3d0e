import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { EndpointDefinition } from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';

const getName = ({ method, path }: EndpointDefinition) => `${method} ${path}`;
const names = (list: readonly EndpointDefinition[]) => list.map(getName).sort();
const byName = allEndpoints.map((one) => [getName(one), one] as const);

const built = [
  'DELETE /api/account/api-keys/:id',
  'DELETE /api/account/channels/:kind',
  'DELETE /api/account/email-change',
  'DELETE /api/account/known-browsers/:id',
  'DELETE /api/account/passkeys/:id',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'DELETE /api/account/sign-in-providers/:provider',
  'DELETE /api/account/two-factor/totp',
  'DELETE /api/account/views/:id',
  'DELETE /api/account/webhooks/:id',
  'DELETE /api/admin/tax-rates/:id',
  'DELETE /api/configurations/:id',
  'DELETE /api/rules/:id',
  'GET /api/account',
  'GET /api/account/api-keys',
  'GET /api/account/api-keys/current',
  'GET /api/account/channels',
  'GET /api/account/export',
  'GET /api/account/exports/:id',
  'GET /api/account/exports/:id/file',
  'GET /api/account/known-browsers',
  'GET /api/account/notifications',
  'GET /api/account/passkeys',
  'GET /api/account/security-activity',
  'GET /api/account/sessions',
  'GET /api/account/sign-in-providers',
  'GET /api/account/two-factor',
  'GET /api/account/views',
  'GET /api/account/webhooks',
  'GET /api/account/webhooks/:id/deliveries',
  'GET /api/activity-logs',
  'GET /api/activity-logs/file',
  'GET /api/activity-logs/lines',
  'GET /api/activity-logs/lines/:id',
  'GET /api/admin/attention',
  'GET /api/admin/audit-events',
  'GET /api/admin/audit-exports/:id/file',
  'GET /api/admin/contact-messages',
  'GET /api/admin/coupons',
  'GET /api/admin/disputes',
  'GET /api/admin/failing-automations',
  'GET /api/admin/figures',
  'GET /api/admin/maintenance',
  'GET /api/admin/now',
  'GET /api/admin/payments-to-settle',
  'GET /api/admin/plans',
  'GET /api/admin/provider-events',
  'GET /api/admin/queues',
  'GET /api/admin/status',
  'GET /api/admin/subscriptions',
  'GET /api/admin/support-views/:id',
  'GET /api/admin/support-views/:id/automations',
  'GET /api/admin/tax-rates',
  'GET /api/admin/users',
  'GET /api/admin/users/:id',
  'GET /api/admin/users/:id/payments',
  'GET /api/auth/callback',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/auth/microsoft',
  'GET /api/auth/microsoft/callback',
  'GET /api/auth/proof',
  'GET /api/auth/status',
  'GET /api/auth/token',
  'GET /api/configurations',
  'GET /api/configurations/:id',
  'GET /api/configurations/:id/changes',
  'GET /api/configurations/:id/copies/:copyId/preview',
  'GET /api/configurations/:id/preview',
  'GET /api/configurations/:id/runs',
  'GET /api/contact',
  'GET /api/debug/oauth',
  'GET /api/events',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/rules',
  'GET /api/rules/:id',
  'GET /api/rules/:id/matches',
  'GET /api/runs/:id',
  'GET /api/smartsheet/auth',
  'GET /api/smartsheet/likely-pairs',
  'GET /api/smartsheet/likely-pairs/progress',
  'GET /api/smartsheet/places',
  'GET /api/smartsheet/reports',
  'GET /api/smartsheet/reports/:id/columns',
  'GET /api/smartsheet/sheets',
  'GET /api/smartsheet/sheets/:id/columns',
  'GET /api/smartsheet/sheets/:id/matches',
  'GET /api/stats',
  'GET /api/subscription/billing-details',
  'GET /api/subscription/current',
  'GET /api/subscription/effects',
  'GET /api/subscription/paypal/status/:subscriptionId',
  'GET /api/subscription/plans',
  'GET /api/subscription/receipts',
  'GET /api/subscription/receipts/:number',
  'GET /api/unsubscribe',
  'PATCH /api/account',
  'PATCH /api/account/api-keys/:id',
  'PATCH /api/account/channels/:kind',
  'PATCH /api/account/notifications',
  'PATCH /api/account/views/:id',
  'PATCH /api/account/webhooks/:id',
  'PATCH /api/admin/contact-messages/:id',
  'PATCH /api/admin/coupons/:id',
  'PATCH /api/admin/plans/:id',
  'PATCH /api/configurations/:id',
  'PATCH /api/rules/:id',
  'PATCH /api/subscription/billing-details',
  'POST /api/account/api-keys',
  'POST /api/account/channels/:kind',
  'POST /api/account/channels/:kind/test',
  'POST /api/account/delete',
  'POST /api/account/email-change',
  'POST /api/account/export',
  'POST /api/account/mail-address/confirm',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'POST /api/account/password',
  'POST /api/account/sign-in-providers/:provider/link',
  'POST /api/account/two-factor/recovery-codes',
  'POST /api/account/two-factor/totp',
  'POST /api/account/two-factor/totp/enable',
  'POST /api/account/views',
  'POST /api/account/webhooks',
  'POST /api/account/webhooks/:id/deliveries/:deliveryId',
  'POST /api/account/webhooks/:id/secret',
  'POST /api/account/webhooks/:id/test',
  'POST /api/admin/audit-exports',
  'POST /api/admin/automations/:id/check',
  'POST /api/admin/automations/:id/mend-webhook',
  'POST /api/admin/contact-messages/:id/replies',
  'POST /api/admin/coupons',
  'POST /api/admin/coupons/:id/end',
  'POST /api/admin/end-sessions',
  'POST /api/admin/maintenance',
  'POST /api/admin/maintenance/begin',
  'POST /api/admin/maintenance/end',
  'POST /api/admin/payments-to-settle/:id/settle',
  'POST /api/admin/payments/:id/refund',
  'POST /api/admin/provider-events/:id/acknowledge',
  'POST /api/admin/provider-events/:id/replay',
  'POST /api/admin/queues/:name/redrive',
  'POST /api/admin/status/incidents',
  'POST /api/admin/status/incidents/:id/end',
  'POST /api/admin/status/incidents/:id/entries',
  'POST /api/admin/subscription/activate',
  'POST /api/admin/support-views/:id/end',
  'POST /api/admin/tax-rates',
  'POST /api/admin/users/:id/disable',
  'POST /api/admin/users/:id/enable',
  'POST /api/admin/users/:id/support-view',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/login/passkey',
  'POST /api/auth/logout',
  'POST /api/auth/passkey/options',
  'POST /api/auth/password-strength',
  'POST /api/auth/proof/code',
  'POST /api/auth/prove',
  'POST /api/auth/register',
  'POST /api/auth/resend-verification',
  'POST /api/auth/reset-password',
  'POST /api/auth/reset-password-otp',
  'POST /api/auth/reset-password/link',
  'POST /api/auth/second-factor',
  'POST /api/auth/update-password',
  'POST /api/auth/verify-email',
  'POST /api/auth/verify-email-link',
  'POST /api/configurations',
  'POST /api/configurations/:id/approve',
  'POST /api/configurations/:id/check',
  'POST /api/configurations/:id/copies/:copyId/restore',
  'POST /api/configurations/:id/follow',
  'POST /api/configurations/:id/keep',
  'POST /api/configurations/:id/sync',
  'POST /api/configurations/:id/update-source-name',
  'POST /api/configurations/bulk/delete',
  'POST /api/configurations/bulk/move',
  'POST /api/configurations/bulk/move-preview',
  'POST /api/configurations/bulk/stop-syncs',
  'POST /api/configurations/bulk/sync',
  'POST /api/configurations/bulk/toggle',
  'POST /api/configurations/candidates',
  'POST /api/configurations/check',
  'POST /api/configurations/destinations',
  'POST /api/configurations/preview',
  'POST /api/configurations/previews',
  'POST /api/contact',
  'POST /api/email-change/confirm',
  'POST /api/email-change/link',
  'POST /api/email-change/undo',
  'POST /api/rules',
  'POST /api/rules/:id/look',
  'POST /api/rules/:id/matches/:matchId',
  'POST /api/rules/:id/sync',
  'POST /api/rules/preview',
  'POST /api/smartsheet/callbacks/:webhookId',
  'POST /api/smartsheet/disconnect',
  'POST /api/smartsheet/look',
  'POST /api/subscription/coupon/validate',
  'POST /api/subscription/paypal/cancel',
  'POST /api/subscription/paypal/create',
  'POST /api/subscription/paypal/verify',
  'POST /api/subscription/paypal/webhook',
  'POST /api/subscription/quote',
  'POST /api/subscription/razorpay/create',
  'POST /api/subscription/razorpay/verify',
  'POST /api/subscription/razorpay/webhook',
  'POST /api/subscription/resume',
  'POST /api/subscription/subscribe',
  'POST /api/unsubscribe',
  'POST /api/webhooks/postmark',
];

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isBounded = (text: Json) =>
  'maxLength' in text || 'enum' in text || 'const' in text || text.format === 'uuid';

/** Where a schema lets text of any length in. */
const unboundedTexts = (schema: unknown, at = ''): string[] => {
  if (!isJson(schema)) return [];
  if (schema.type === 'string' && !isBounded(schema)) return [at];
  return Object.entries(schema).flatMap(([key, inner]) => unboundedTexts(inner, `${at}/${key}`));
};

describe('the list of all calls', () => {
  test('the list holds exactly the built calls', () => {
    expect(names(allEndpoints), 'the list `built` above names each call').toEqual(built);
  });

  test('each call has its own method and path', () => {
    expect(new Set(names(allEndpoints)).size).toBe(allEndpoints.length);
  });
});

describe.each(byName)('%s', (_, one) => {
  test('has a schema for exactly the parameters of its path', () => {
    const inPath = [...one.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(one.params?.shape ?? {})).toEqual(inPath);
  });

  test('can be written down as OpenAPI, and takes no text of unlimited length', () => {
    for (const input of listInputs(one))
      expect(unboundedTexts(z.toJSONSchema(input, { io: 'input' }))).toEqual([]);
    expect(z.toJSONSchema(one.reply, { io: 'output' })).toBeDefined();
  });
});

const ours = allEndpoints.filter(({ raw }) => !raw);
const listInputs = ({ params, query, body }: EndpointDefinition) =>
  [params, query, body].filter((part) => part !== undefined);

test.each(ours.flatMap((one) => listInputs(one).map((input) => [getName(one), input] as const)))(
  '%s refuses a field it does not know',
  (_, input) => {
    const kinds = input instanceof z.ZodDiscriminatedUnion ? input.options : [input];
    for (const kind of kinds as z.ZodType[]) {
      const issues = kind.safeParse({ surprise: 1 }).error?.issues ?? [];
      expect(issues.map(({ code }) => code)).toContain('unrecognized_keys');
    }
  },
);

test('no GET call has a body', () => {
  expect(allEndpoints.filter(({ method, body }) => method === 'GET' && body)).toEqual([]);
});

test('a reply is stripped of fields it does not list', () => {
  const replies = allEndpoints.filter(({ reply }) => reply instanceof z.ZodObject).map(({ reply }) => reply);
  expect(replies.length).toBeGreaterThan(20);
  for (const reply of replies) expect((reply as z.ZodObject).def.catchall).toBeUndefined();
});
