import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { refuse } from '../smartsheet/errors.ts';
import { type Account, SCOPES } from '../smartsheet/model.ts';
import { issueToken } from '../smartsheet/oauth/tokens.ts';
import { shareSheet } from '../smartsheet/sheets/sheets.edit.ts';

const newAccount = z.strictObject({
  email: z.email(),
  firstName: z.string().default('Test'),
  lastName: z.string().default('Person'),
  company: z.string().default(''),
});
const newToken = z.strictObject({
  account: z.email(),
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
  /** A personal access token belongs to no app and has neither a refresh token nor an end. */
  personal: z.boolean().default(false),
  /** Seconds. */
  expiresIn: z.number().int().min(0).optional(),
});
const newShare = z.strictObject({
  sheetId: z.coerce.number().int(),
  account: z.email(),
  /** Null takes the sheet away. */
  access: z.enum(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN']).nullable(),
});

export function findAccount({ state }: Pick<Parts, 'state'>, email: string): Account {
  const account = [...state.accounts.values()].find((one) => one.email === email);
  if (!account) throw refuse(1006);
  return account;
}

/** Accounts, tokens without a browser, and who sees which sheet. */
export function accountsRoutes(app: FastifyInstance, parts: Parts): void {
  const { state, newId, changes } = parts;

  app.get('/api/accounts', async () => [...state.accounts.values()]);

  app.post('/api/accounts', async (request, reply) => {
    const wanted = newAccount.parse(request.body);
    const isTaken = [...state.accounts.values()].some(({ email }) => email === wanted.email);
    if (isTaken) return reply.code(409).send({ message: 'There is an account with this address.' });
    const account: Account = { id: newId(), ...wanted };
    state.accounts.set(account.id, account);
    changes.announce({ list: true });
    return reply.code(201).send(account);
  });

  app.post('/api/tokens', async (request, reply) => {
    const { account, scopes, personal, expiresIn } = newToken.parse(request.body);
    const { id: accountId } = findAccount(parts, account);
    const token = issueToken(parts, {
      accountId,
      scopes,
      clientId: personal ? null : parts.config.CLIENT_ID,
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
    if (!sheet) throw refuse(1006);
    shareSheet(parts, { sheet, accountId: findAccount(parts, account).id, access });
    return reply.code(204).send();
  });
}
