import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Callback = { path: string; headers: Record<string, string>; body: Buffer };

export type CallbackProxy = {
  url: string;
  /** Leads callbacks to this API from now on, or nowhere. */
  leadTo: (url: string | undefined) => void;
  /** When a callback about a sheet was last answered 200, in `performance.now()`. */
  acknowledgedAt: (sheetId: string) => number;
  /** Sends the last callbacks again, in reverse. */
  repeat: (count: number) => Promise<void>;
  /** Sends the last callback with a changed body, without a signature and to nobody; returns the statuses. */
  forge: () => Promise<number[]>;
  close: () => Promise<void>;
};

const kept = 50;

/** Opens an address for callbacks that stays while the API behind it ends and another begins. */
export async function openCallbackProxy(): Promise<CallbackProxy> {
  let to: string | undefined;
  const delivered: Callback[] = [];
  const acknowledged = new Map<string, number>();

  async function send({ path, headers, body }: Callback): Promise<Response> {
    if (to === undefined) throw new Error('There is no API');
    return fetch(to + path, { method: 'POST', headers, body: new Uint8Array(body) });
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = ownHeaders(request.headers);
    const callback = { path: request.url ?? '/', headers, body: Buffer.concat(chunks) };
    const answer = await send(callback).catch(() => undefined);
    if (!answer) return void response.writeHead(502).end();
    if (answer.status === 200 && !('smartsheet-hook-challenge' in headers)) {
      delivered.push(callback);
      delivered.splice(0, delivered.length - kept);
      const { scopeObjectId } = JSON.parse(callback.body.toString()) as { scopeObjectId: number };
      acknowledged.set(String(scopeObjectId), performance.now());
    }
    const echoed = answer.headers.get('smartsheet-hook-response') ?? '';
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'smartsheet-hook-response': echoed,
    });
    return void response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      to = url;
    },
    acknowledgedAt: (sheetId) => acknowledged.get(sheetId) ?? Number.NEGATIVE_INFINITY,
    repeat: async (count) => {
      for (const callback of delivered.slice(-count).reverse()) await send(callback).catch(() => {});
    },
    forge: async () => {
      const last = delivered.at(-1);
      if (!last) return [];
      const { 'smartsheet-hmac-sha256': _signature, ...unsigned } = last.headers;
      const forged = [
        { ...last, body: Buffer.concat([last.body, Buffer.from(' ')]) },
        { ...last, headers: unsigned },
        { ...last, path: last.path.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000') },
        { ...last, body: Buffer.alloc(0) },
      ];
      const answers = await Promise.all(forged.map((one) => send(one).catch(() => undefined)));
      return answers.flatMap((answer) => answer?.status ?? []);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The headers that belong to the callback and not to one connection. */
function ownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => /^(content-type|smartsheet-.*)$/.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
