import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** One address before several APIs. */
export type Front = {
  url: string;
  /** What it is, for the details of a figure. */
  name: string;
  close: () => Promise<void>;
};

/** Opens the proxy that operators are given, or where Caddy is not installed one that behaves as its file says. */
export async function openFront(upstreams: readonly string[]): Promise<Front> {
  const hasCaddy = spawnSync('caddy', ['version']).status === 0;
  return hasCaddy ? startCaddy(upstreams) : startOwnProxy(upstreams);
}

const caddyfile = new URL('../../deploy/caddy/Caddyfile', import.meta.url);

/** Returns the Caddyfile of the project, with an address of this machine in place of the public one. */
function adaptCaddyfile(port: number, upstreams: readonly string[]): string {
  const [, https = ''] = /^picksync\.example\.com \{\n(.*?)^\}/ms.exec(readFileSync(caddyfile, 'utf8')) ?? [];
  const places = upstreams.map((url) => new URL(url).host).join(' ');
  const site = https.replace(/reverse_proxy [^{]+\{/, `reverse_proxy ${places} {`);
  return `{\n\tadmin off\n}\n:${port} {\n\tbind 127.0.0.1\n${site}}\n`;
}

async function startCaddy(upstreams: readonly string[]): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), `picksync-bench-${process.pid}-caddy-`));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  await writeFile(file, adaptCaddyfile(port, upstreams));
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: 'ignore',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit').finally(() => process.off('exit', kill));
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(url), { within: 20_000, what: 'Caddy answers' });
  return {
    url,
    name: 'Caddy',
    close: async () => {
      kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url).catch(() => undefined)) !== undefined;
}

type Upstream = { url: string; isReady: boolean; open: number };

// As in deploy/caddy/Caddyfile.
const [healthEveryMs, tryForMs, tryEveryMs] = [1000, 5000, 100];

async function startOwnProxy(urls: readonly string[]): Promise<Front> {
  const upstreams = urls.map((url): Upstream => ({ url, isReady: true, open: 0 }));
  const check = async (one: Upstream) => {
    const signal = AbortSignal.timeout(3000);
    one.isReady = (await fetch(`${one.url}/servez`, { signal }).catch(() => undefined))?.ok ?? false;
  };
  const timer = setInterval(() => upstreams.forEach((one) => void check(one)), healthEveryMs);
  const server = createServer((incoming, reply) => void passOn({ incoming, reply, upstreams }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    name: 'a proxy of the benchmark',
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

type Exchange = { incoming: IncomingMessage; reply: ServerResponse; upstreams: readonly Upstream[] };

/** Passes a request on. One that reached nobody is tried again, and a GET also when its answer did not come. */
async function passOn({ incoming, reply, upstreams }: Exchange): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  for (const giveUpAt = performance.now() + tryForMs; ; await pause(tryEveryMs)) {
    const [to] = upstreams.filter(({ isReady }) => isReady).toSorted((one, other) => one.open - other.open);
    const failure = to ? await send({ incoming, reply, to, body: Buffer.concat(chunks) }) : 'nobody';
    if (failure === undefined) return;
    if (reply.headersSent) return void reply.destroy();
    const mayRepeat = failure !== 'no answer' || incoming.method === 'GET';
    if (!mayRepeat || performance.now() > giveUpAt) break;
  }
  reply.writeHead(502).end();
}

type Sending = Omit<Exchange, 'upstreams'> & { to: Upstream; body: Buffer };

/** Resolves when the answer has been passed back, or with what failed. */
function send({ incoming, reply, to, body }: Sending): Promise<'nobody' | 'no answer' | undefined> {
  const { method, headers, url = '/' } = incoming;
  to.open += 1;
  return new Promise<'nobody' | 'no answer' | undefined>((resolve) => {
    const outgoing = request(new URL(url, to.url), { method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      reply.once('close', () => outgoing.destroy());
      answer.once('close', () => resolve(answer.complete ? undefined : 'no answer'));
    });
    outgoing.once('error', (error) =>
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'nobody' : 'no answer'),
    );
    outgoing.end(body);
  }).finally(() => {
    to.open -= 1;
  });
}
