import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** Starts a Smartsheet that only lists the sheets of bare accounts, and returns the base of its URLs. */
export async function startSheetList(
  { atEnd }: Stage,
  { sheets, latencyMs }: { sheets: number; latencyMs: number },
): Promise<string> {
  const port = await freePort();
  const { end } = startProcess({
    script: fileURLToPath(new URL('sheet-list.server.ts', import.meta.url)),
    environment: { PORT: String(port), SHEETS: String(sheets), LATENCY_MS: String(latencyMs) },
  });
  atEnd(() => end('SIGKILL'));
  const url = `http://127.0.0.1:${port}/2.0`;
  const answers = async () => (await fetch(url).catch(() => undefined)) !== undefined;
  await until(answers, { within: 10_000, what: 'the list of sheets answers' });
  return url;
}
