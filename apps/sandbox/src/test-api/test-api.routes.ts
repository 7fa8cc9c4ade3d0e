import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { type Faults, faultsSchema, noFaults } from '../faults/faults.ts';
import type { Delivery } from '../payments/delivery.model.ts';
import { toRefusedAction } from '../payments/payment-actions.ts';
import { paymentToolRoutes } from '../payments/payments.routes.ts';
import { findAccount } from '../smartsheet/access.ts';
import type { CallLog } from '../smartsheet/api/call-log.ts';
import { ApiError, apiError } from '../smartsheet/errors.ts';
import { type Account, accessLevelsAscending, allScopes } from '../smartsheet/model.ts';
import { issueToken, revokeApp } from '../smartsheet/oauth/tokens.ts';
import { shareSheet } from '../smartsheet/sheets/sheets.ts';
import { setWebhookStatus, type Webhook, webhookStatuses } from '../smartsheet/webhooks/webhook.model.ts';
import { shareWorkspace } from '../smartsheet/workspaces/workspaces.ts';

const newAccount = z.strictObject({
  email: z.email(),
  firstName: z.string().default('Test'),
  lastName: z.string().default('Person'),
  company: z.string().default(''),
  licensed: z.boolean().optional(),
});
const license = z.strictObject({ account: z.email(), licensed: z.boolean() });
const newToken = z.strictObject({
  account: z.email(),
  scopes: z.array(z.enum(allScopes)).default([...allScopes]),
  /** A personal access token belongs to no app, does not expire and cannot be refreshed. */
  personal: z.boolean().default(false),
  /** Seconds. */
  expiresIn: z.number().int().min(0).optional(),
});
/** Null removes the access. */
const sharedAccess = z.enum(accessLevelsAscending).exclude(['OWNER']).nullable();
const id = z.coerce.number().int();
const newShare = z.union([
  z.strictObject({ sheetId: id, account: z.email(), access: sharedAccess }),
  z.strictObject({ workspaceId: id, account: z.email(), access: sharedAccess }),
]);
const webhookChange = z.strictObject({
  id: z.coerce.number().int(),
  status: z.enum(webhookStatuses).exclude(['NEW_NOT_VERIFIED']),
});

type TestApiDeps = {
  deps: SandboxDeps;
  calls: CallLog;
  reset: () => void;
  /** Sends an event of a payment provider again. */
  resend: (delivery: Delivery) => Promise<void>;
};

/** Registers the routes under `/api` that tests, benchmarks and the console use. */
export function registerTestApi(app: FastifyInstance, { deps, calls, reset, resend }: TestApiDeps): void {
  app.register(async (tools) => {
    tools.setErrorHandler((error, _request, reply) => {
      if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
      if (error instanceof ApiError) return reply.code(error.status).send({ message: error.message });
      const refused = toRefusedAction(error);
      if (refused) return reply.code(refused.status).send({ message: refused.message });
      throw error;
    });
    accountsRoutes(tools, deps);
    faultsRoutes(tools, deps);
    webhookToolRoutes(tools, deps);
    paymentToolRoutes(tools, { ...deps, resend });

    tools.get('/api/calls', async () => calls.report());

    tools.delete('/api/calls', async (_request, reply) => {
      calls.clear();
      return reply.code(204).send();
    });

    tools.post('/api/reset', async (_request, reply) => {
      reset();
      return reply.code(204).send();
    });
  });
}

/** Serves accounts, tokens without the browser, and sharing. */
function accountsRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { state, newId, changes } = deps;

  app.get('/api/accounts', async () => [...state.accounts.values()]);

  app.post('/api/accounts', async (request, reply) => {
    const input = newAccount.parse(request.body);
    const isTaken = [...state.accounts.values()].some(({ email }) => email === input.email);
    if (isTaken) return reply.code(409).send({ message: 'There is an account with this address.' });
    const { licensed, ...who } = input;
    const account: Account = { id: newId(), ...who, ...(licensed === false && { licensed }) };
    state.accounts.set(account.id, account);
    changes.announce({ list: true });
    return reply.code(201).send(account);
  });

  app.put('/api/accounts/license', async (request) => {
    const { account: email, licensed } = license.parse(request.body);
    const account = findAccount(state, email);
    account.licensed = licensed;
    changes.announce({ list: true });
    return account;
  });

  app.post('/api/tokens', async (request, reply) => {
    const { account, scopes, personal, expiresIn } = newToken.parse(request.body);
    const { id: accountId } = findAccount(state, account);
    const token = issueToken(deps, {
      accountId,
      scopes,
      clientId: personal ? null : deps.config.CLIENT_ID,
      ...(expiresIn === undefined ? {} : { lifetimeSeconds: expiresIn }),
    });
    return reply.code(201).send({
      accessToken: token.accessToken,
      refreshToken: token.refreshToken,
      expiresAt: token.expiresAt === null ? null : new Date(token.expiresAt).toISOString(),
      accountId,
      scopes: token.scopes,
    });
  });

  app.put('/api/shares', async (request, reply) => {
    const share = newShare.parse(request.body);
    const { access } = share;
    const { id: accountId } = findAccount(state, share.account);
    if ('sheetId' in share) {
      const sheet = state.sheets.get(share.sheetId);
      if (!sheet) throw apiError(1006);
      shareSheet(deps, { sheet, accountId, access });
    } else {
      const workspace = state.workspaces.get(share.workspaceId);
      if (!workspace) throw apiError(1006);
      shareWorkspace(deps, { workspace, accountId, access });
    }
    return reply.code(204).send();
  });
}

function webhookView({
  id,
  name,
  callbackUrl,
  sheetId,
  enabled,
  status,
  clientId,
  pending,
  callback,
}: Webhook) {
  return {
    id,
    name,
    callbackUrl,
    sheetId,
    enabled,
    status,
    clientId,
    /** Whether a callback is pending or being sent. */
    isBusy: pending.length > 0 || callback !== undefined,
  };
}

/** Serves the webhooks of all accounts, and sets a status as Smartsheet does without notice. */
function webhookToolRoutes(app: FastifyInstance, { state, now, changes }: SandboxDeps): void {
  app.get('/api/webhooks', async () => [...state.webhooks.values()].map(webhookView));

  app.put('/api/webhooks', async (request) => {
    const { id, status } = webhookChange.parse(request.body);
    const webhook = state.webhooks.get(id);
    if (!webhook) throw apiError(1006);
    setWebhookStatus(webhook, status, now().getTime());
    changes.announce({});
    return webhookView(webhook);
  });
}

/**
 * `revoke` lists accounts that revoke the app, as a person does in Smartsheet. It happens once per PUT and is not
 * stored with the faults.
 */
const faultsBody = faultsSchema.extend({ revoke: z.array(z.email()).default([]) });

/** Some faults, whose values are checked once they are merged with those that stay. */
const faultsPatch = z.looseObject({ payments: z.looseObject({}).nullable().default({}) });

/** Reads and sets the faults. A PUT replaces all of them: what it leaves out is off. A PATCH leaves the others as they are. */
function faultsRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { faults, held, changes } = deps;
  const replaceFaults = (next: Faults) => {
    faults.current = next;
    if (next.hold === 'off') held.release();
    changes.announce({ faults: true });
    return next;
  };

  const setFaults = (body: unknown) => {
    const { revoke, ...next } = faultsBody.parse(body);
    const accounts = revoke.map((email) => findAccount(deps.state, email));
    for (const account of accounts) revokeApp(deps, account);
    return replaceFaults(next);
  };

  app.get('/api/faults', async () => faults.current);

  app.put('/api/faults', async ({ body }) => setFaults(body));

  app.patch('/api/faults', async ({ body }) => {
    const { payments, ...change } = faultsPatch.parse(body);
    return setFaults({
      ...faults.current,
      ...change,
      payments: payments ? { ...faults.current.payments, ...payments } : {},
    });
  });

  app.delete('/api/faults', async (_request, reply) => {
    replaceFaults(noFaults());
    return reply.code(204).send();
  });

  app.get('/api/held', async () => held.list());

  app.delete('/api/held', async (_request, reply) => {
    held.release();
    return reply.code(204).send();
  });
}
