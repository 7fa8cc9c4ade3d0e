import { join } from 'node:path';
import { childEnvironment, root } from '../toolchain.mjs';

const sandboxClientId = 'picksync-local';

/**
 * The environment of each process. What the person set wins; what is missing is filled in for a local installation,
 * and the sandbox stands in for every provider without credentials.
 */
export function productEnvironments({ settings, secrets, databaseUrl, healthPort }) {
  const sandboxUrl = `http://127.0.0.1:${settings.sandboxPort}`;
  const { SANDBOX_CLIENT_SECRET, ...keys } = secrets;
  const base = { ...childEnvironment(), ...keys, ...settings.env, PATH: childEnvironment().PATH };
  const product = {
    ...base,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: settings.env.PUBLIC_URL || `http://localhost:${settings.port}`,
    ...(settings.sandboxSmartsheet && {
      SMARTSHEET_CLIENT_ID: sandboxClientId,
      SMARTSHEET_CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
      SMARTSHEET_API_BASE: `${sandboxUrl}/2.0`,
      SMARTSHEET_AUTHORIZE_BASE: `http://localhost:${settings.sandboxPort}/b/authorize`,
      SMARTSHEET_CALLBACK_BASE: `http://127.0.0.1:${settings.port}`,
    }),
    ...(settings.sandboxMail && {
      POSTMARK_TOKEN: 'sandbox',
      POSTMARK_HOST: `127.0.0.1:${settings.sandboxPort}`,
    }),
  };
  return {
    migrate: { ...base, DATABASE_URL: databaseUrl },
    sandbox: {
      ...base,
      HOST: '127.0.0.1',
      PORT: String(settings.sandboxPort),
      DATA_FILE: join(settings.dataDir, 'sandbox.json'),
      CLIENT_ID: sandboxClientId,
      CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
    },
    api: { ...product, PORT: String(settings.port), WEB_DIST: join(root, 'apps/web/dist') },
    worker: { ...product, PORT: String(healthPort) },
  };
}
