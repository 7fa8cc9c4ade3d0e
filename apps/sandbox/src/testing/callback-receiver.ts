import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a callback carries is what the tests look at.
  body: any;
};

/** Starts a server that receives callbacks on a free port. By default it passes challenges and responds with 200. */
export async function startReceiver() {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const behaviour = {
    status: 200,
    challenge: 'header' as 'header' | 'body' | 'wrong' | 'refuse',
    /** Delays responses until it resolves. */
    hold: null as Promise<void> | null,
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text, body: JSON.parse(text) });
    for (const wake of waiting.splice(0)) wake();
    if (behaviour.hold) await behaviour.hold;
    const challenge = String(request.headers['smartsheet-hook-challenge'] ?? '');
    if (challenge === '') return response.writeHead(behaviour.status).end();
    if (behaviour.challenge === 'refuse') return response.writeHead(404).end();
    if (behaviour.challenge === 'header') response.setHeader('smartsheet-hook-response', challenge);
    const echoed = behaviour.challenge === 'body' ? challenge : 'something else';
    return response.writeHead(200).end(JSON.stringify({ smartsheetHookResponse: echoed }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callbacks = () => received.filter(({ headers }) => !headers['smartsheet-hook-challenge']);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    behaviour,
    received,
    callbacks,
    /** Resolves when this many callbacks have arrived in total. */
    until: async (count: number): Promise<Received[]> => {
      while (callbacks().length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return callbacks();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
