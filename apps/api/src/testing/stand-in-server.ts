import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { method: string; path: string; headers: NodeJS.Dict<string | string[]>; body: string };
type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | 'hang' | 'reset';
type Answering = (request: Received) => Answer | Promise<Answer>;

export type StandInServer = Awaited<ReturnType<typeof startStandInServer>>;

/**
 * Starts a real server that answers as `answer` says, for what is about bytes and about time. 'hang' never answers, and 'reset' cuts
 * the connection.
 */
export async function startStandInServer(answer: Answering) {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    const answered = await answer(received);
    if (answered === 'hang') return;
    if (answered === 'reset') return request.socket.destroy();
    const { status = 200, body, headers: answerHeaders = {} } = answered;
    response.writeHead(status, { 'content-type': 'application/json', ...answerHeaders });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
