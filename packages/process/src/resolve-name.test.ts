import { createSocket } from 'node:dgram';
import { expect, onTestFinished, test } from 'vitest';
import { createPublicResolve, systemResolve } from './resolve-name.ts';

const ipv4 = 1;

type Records = { a?: number[]; aaaa?: number[] };

/** A name server on this machine that knows one name; without records it never answers. */
async function nameServer(records: Records | null): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    if (!records) return;
    const end = query.indexOf(0, 12) + 5;
    const data = query.readUInt16BE(end - 4) === ipv4 ? records.a : records.aaaa;
    const head = Buffer.concat([
      query.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]),
    ]);
    // The name by its place in the question, its type and class as asked, a minute, and the address.
    const type = query.subarray(end - 4, end);
    const found = data
      ? [Buffer.from([0xc0, 12]), type, Buffer.from([0, 0, 0, 60, 0, data.length, ...data])]
      : [];
    server.send(Buffer.concat([head, query.subarray(12, end), ...found]), from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${server.address().port}`;
}

const loopback = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

test.each<[string, Records, object[]]>([
  ['IPv4', { a: [192, 0, 2, 7] }, [{ address: '192.0.2.7', family: 4 }]],
  ['IPv6', { aaaa: loopback }, [{ address: '::1', family: 6 }]],
  [
    'both kinds',
    { a: [192, 0, 2, 7], aaaa: loopback },
    [
      { address: '192.0.2.7', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
])('finds addresses of %s', async (_kind, records, found) => {
  const resolve = createPublicResolve({ servers: [await nameServer(records)] });
  expect(await resolve('hooks.example.com', {})).toEqual(found);
});

test('rejects a name without addresses', async () => {
  const resolve = createPublicResolve({ servers: [await nameServer({})] });
  await expect(resolve('hooks.example.com', {})).rejects.toMatchObject({ code: 'ENODATA' });
});

test('names whose servers do not answer hold up no other name', async () => {
  const resolve = createPublicResolve({ servers: [await nameServer(null)], timeoutMs: 500 });
  let ended = 0;
  const queries = Array.from({ length: 10 }, async (_, index) => {
    await expect(resolve(`h${index}.example.com`, {})).rejects.toMatchObject({ code: 'ETIMEOUT' });
    ended += 1;
  });
  await systemResolve('localhost', {});
  expect(ended).toBe(0);
  await Promise.all(queries);
});
