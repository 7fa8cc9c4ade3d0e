import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Callback = { path: string; headers: Record<string, string>; body: Buffer };

/**
 * An address for callbacks that stays while the API behind it ends and another begins. It keeps what came by. While it leads
 * nowhere, callbacks wait: Smartsheet gives up after a number of tries, and a busy machine takes longer to start an API.
 */
export async function openCallbackRelay() {
  let to = Promise.withResolvers<string>();
  const delivered: { callback: Callback; status: number }[] = [];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const callback = {
      path: request.url ?? '/',
      headers: toHeaders(request.headers),
      body: Buffer.concat(chunks),
    };
    await to.promise;
    // Who sent it has waited long enough, and sends it again.
    if (response.destroyed) return;
    const answer = await send(callback).catch(() => undefined);
    if (!answer) return void response.writeHead(502).end();
    const isChallenge = 'smartsheet-hook-challenge' in callback.headers;
    if (!isChallenge) delivered.push({ callback, status: answer.status });
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'smartsheet-hook-response': answer.headers.get('smartsheet-hook-response') ?? '',
    });
    return void response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function send({ path, headers, body }: Callback): Promise<Response> {
    return fetch((await to.promise) + path, { method: 'POST', headers, body: new Uint8Array(body) });
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Callbacks that were answered, and with what. */
    delivered,
    /** Leads callbacks to this API from now on. */
    leadTo: (url: string) => to.resolve(url),
    /** Has callbacks wait for the next API. */
    leadNowhere: () => {
      to = Promise.withResolvers();
    },
    /** Delivers one again, or one that nobody sent. */
    send: async (callback: Callback) => (await send(callback)).status,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The headers that belong to the callback and not to one connection. */
function toHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => /^(content-type|smartsheet-.*)$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
