import { childEnvironment } from '../toolchain/environment.mjs';

/**
 * Starts the embedded PostgreSQL and answers its address. It says that in a line of JSON on standard output, with the
 * password: that line goes into no log. It is not started again by itself: the address would be another.
 */
export function startDatabase({ start, dataDir }) {
  const { promise: url, resolve } = Promise.withResolvers();
  let heard = '';
  const database = start({
    name: 'database',
    script: 'packages/db/src/embedded.main.ts',
    env: { ...childEnvironment(), DATA_DIR: dataDir },
    restarts: { most: 0, withinMs: 0, pauseMs: 0 },
    onStdout: (text) => {
      heard += text;
      const [line, rest] = heard.split('\n', 2);
      if (rest !== undefined) resolve(JSON.parse(line).url);
    },
  });
  return database.untilReady(() => url);
}
