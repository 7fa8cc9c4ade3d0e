import { randomUUID } from 'node:crypto';
import { testConnection } from '@picksync/db/testing';
import { sealTokens } from '@picksync/smartsheet-account';
import { office, type Sandbox } from './sandbox.ts';
import type { TestApp } from './test-app.ts';

/** Connects a user to an account of the sandbox, without the browser's round trip. */
export async function connectSandbox(
  app: TestApp,
  sandbox: Sandbox,
  { userId, account = office, scopes }: { userId: string; account?: string; scopes?: string[] },
) {
  const id = randomUUID();
  const { accessToken, refreshToken, expiresAt, accountId } = await sandbox.newToken(account, scopes);
  const tokens = { accessToken, refreshToken, expiresAt: new Date(expiresAt) };
  return testConnection(app.db, {
    id,
    userId,
    accountEmail: account,
    accountId: String(accountId),
    ...sealTokens(app.context.sealer, id, tokens),
  });
}

/** Signs a new user on Basic in, and connects them to an account of the sandbox. */
export async function signInConnected(app: TestApp, sandbox: Sandbox, account: string = office) {
  const user = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  return { ...user, connection: await connectSandbox(app, sandbox, { userId: user.userId, account }) };
}

/** Signs a new user on Premium in, connects them, and returns how they call what is below the path of automations. */
export async function createPremiumSender(app: TestApp, sandbox: Sandbox) {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId });
  const send = async <T>(method: 'POST' | 'PATCH' | 'GET', path: string, payload?: object) => {
    const url = `/api/configurations${path}`;
    const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json<T>() };
  };
  return { send, userId };
}
