import { childEnvironment } from '../toolchain/environment.mjs';

/** Returns the URL with the role of running processes; the server's own role is only for migrations. */
function asRuntimeRole(ownerUrl, password) {
  const url = new URL(ownerUrl);
  url.username = 'picksync_app';
  url.password = password;
  return url.href;
}

/** Starts the embedded PostgreSQL. Returns its URLs for migrations and for running processes. */
export async function startLocalDatabase({ start, dataDir, password }) {
  const ownerUrl = await startDatabase({ start, dataDir });
  return { ownerUrl, url: asRuntimeRole(ownerUrl, password) };
}

/**
 * Starts the embedded PostgreSQL and returns its address. It says that in a line of JSON on standard output, with the
 * password: that line goes into no log. After a crash it is started again at the same address, which the other
 * processes know.
 */
export function startDatabase({ start, dataDir }) {
  const { promise: url, resolve } = Promise.withResolvers();
  let heard = '';
  let port = '';
  const database = start({
    name: 'database',
    script: 'packages/embedded-postgres/src/main.ts',
    env: () => ({ ...childEnvironment(), DATA_DIR: dataDir, EMBEDDED_POSTGRES_PORT: port }),
    onStdout: (text) => {
      heard += text;
      const [line, rest] = heard.split('\n', 2);
      if (rest === undefined) return;
      heard = '';
      const address = JSON.parse(line).url;
      port = new URL(address).port;
      resolve(address);
    },
  });
  return database.untilReady(() => url);
}
