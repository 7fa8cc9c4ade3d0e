import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { apiError } from '../smartsheet/errors.ts';
import { type Account, allScopes } from '../smartsheet/model.ts';
import { issueToken } from '../smartsheet/oauth/tokens.ts';
import { shareSheet } from '../smartsheet/sheets/sheets.ts';

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
const newShare = z.strictObject({
  sheetId: z.coerce.number().int(),
  account: z.email(),
  /** Null removes the access. */
  access: z.enum(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN']).nullable(),
});

/** Serves accounts, tokens without the browser, and sharing. */
export function accountsRoutes(app: FastifyInstance, deps: SandboxDeps): void {
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
    const { sheetId, account, access } = newShare.parse(request.body);
    const sheet = state.sheets.get(sheetId);
    if (!sheet) throw apiError(1006);
    shareSheet(deps, { sheet, accountId: findAccount(state, account).id, access });
    return reply.code(204).send();
  });
}
