import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, requireFreePort } from './ports.mjs';

async function listenOn(host) {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return server.address().port;
}

test('a port that nothing uses is taken', async () => {
  await requireFreePort({ port: await freePort(), name: 'PORT' });
});

test.each(['127.0.0.1', '0.0.0.0'])('a port in use on %s is refused with another to try', async (host) => {
  const port = await listenOn(host);
  const other = port === 65535 ? 65534 : port + 1;
  await expect(requireFreePort({ port, name: 'SANDBOX_PORT' })).rejects.toThrow(
    `Port ${port} is in use. Stop what uses it, or choose another: SANDBOX_PORT=${other} npm start`,
  );
});

test('a host that is no address of this machine is refused', async () => {
  await expect(requireFreePort({ port: await freePort(), name: 'PORT', host: '192.0.2.1' })).rejects.toThrow(
    'HOST is "192.0.2.1", which is not an address of this machine',
  );
});

test('a port in use is refused with the command that was given', async () => {
  const port = await listenOn('127.0.0.1');
  await expect(requireFreePort({ port, name: 'PORT', command: 'npm run dev' })).rejects.toThrow(
    / npm run dev$/,
  );
});
