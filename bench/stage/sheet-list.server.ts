import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

// The part of Smartsheet that a sweep uses: a list of sheets with their versions for each token, after a delay. A
// sandbox with the sheets of ten thousand accounts would take more of the machine than the worker.
const sheets = Number(process.env.SHEETS);
const latencyMs = Number(process.env.LATENCY_MS);

const server = createServer(async ({ headers, url }, reply) => {
  const [, account] = /^Bearer account-(\d+)$/.exec(headers.authorization ?? '') ?? [];
  if (account === undefined || !url?.startsWith('/2.0/sheets?')) {
    reply.writeHead(404).end();
    return;
  }
  await pause(latencyMs);
  const data = Array.from({ length: sheets }, (_, place) => ({
    id: Number(account) * sheets + place + 1,
    name: `Sheet ${place}`,
    accessLevel: 'OWNER',
    permalink: `https://app.smartsheet.com/sheets/${account}-${place}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    modifiedAt: '2026-01-01T00:00:00Z',
  }));
  const list = { pageNumber: 1, pageSize: sheets, totalPages: 1, totalCount: sheets, data };
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
});

process.once('disconnect', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
