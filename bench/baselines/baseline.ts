import { fileURLToPath } from 'node:url';
import { freePort } from '../stage/free-port.ts';
import { startProcess } from '../stage/process.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

/** Starts a server that does only the indispensable work, and returns its address. */
export async function startBaseline(
  { url: database, atEnd }: Pick<Stage, 'url' | 'atEnd'>,
  { server, settings = {} }: { server: 'insert' | 'statements'; settings?: Record<string, string> },
): Promise<string> {
  const port = await freePort();
  const { end } = startProcess({
    script: fileURLToPath(new URL(`${server}.server.ts`, import.meta.url)),
    environment: { DATABASE_URL: database, PORT: String(port), ...settings },
  });
  atEnd(() => end('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => (await fetch(url).catch(() => undefined)) !== undefined;
  await until(answers, { within: 10_000, what: 'the baseline answers' });
  return url;
}
