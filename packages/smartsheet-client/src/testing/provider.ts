import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the provider does with one request. */
export type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Cuts the connection: before any answer, or after half of it. */
  cut?: 'at-once' | 'half-way';
  /** Never answers. */
  hang?: boolean;
  /** Never ends: says nothing after the headers, or a space every few milliseconds. */
  endless?: 'silent' | 'dripping';
};

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A provider on a real port that gives the answers in order (the last one again and again) and keeps what it saw. */
export async function provider(...answers: Answer[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    give(response, answers[seen.length - 1] ?? answers.at(-1) ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/2.0`, seen };
}

/** An address nobody listens on any more. */
export async function deserted() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/2.0`;
}

function give(
  response: ServerResponse,
  { status = 200, headers = {}, body = {}, cut, hang, endless }: Answer,
) {
  if (hang) return;
  if (cut === 'at-once') return response.socket?.destroy();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (endless) return drip(response, endless);
  if (cut === undefined) return response.end(text);
  return response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

function drip(response: ServerResponse, how: 'silent' | 'dripping') {
  response.flushHeaders();
  if (how === 'silent') return;
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
}

/** Smartsheet's error envelope. */
export function refusal(status: number, errorCode: number, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers,
    body: { errorCode, message: 'The value "secret cell text" is wrong.', refId: 'ref1' },
  };
}
