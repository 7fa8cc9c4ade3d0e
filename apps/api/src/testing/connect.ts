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
