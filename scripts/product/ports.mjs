import { createServer } from 'node:net';
import { Unusable } from '../unusable.mjs';

function listen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve({ code }));
    server.listen(port, host, () => {
      const given = server.address().port;
      server.close(() => resolve({ given }));
    });
  });
}

/** Returns a port that is free at the moment. */
export async function freePort() {
  return (await listen(0, '127.0.0.1')).given;
}

// Each in turn, because `localhost` is the first or the third, and a program may listen on all of them.
const everywhere = ['127.0.0.1', '0.0.0.0', '::1', '::'];

/** Throws when the port is in use, or when this user may not open it. */
export async function requireFreePort({ port, name, host, command = 'npm start' }) {
  const another = port === 65535 ? port - 1 : port + 1;
  for (const address of host ? [host, ...everywhere] : everywhere) {
    const { code } = await listen(port, address);
    if (code === 'EACCES')
      throw new Unusable(
        `This user may not open port ${port}. Choose one above 1023, for example: ${name}=${port + 3000} ${command}`,
      );
    if (code === 'EADDRINUSE')
      throw new Unusable(
        `Port ${port} is in use. Stop what uses it, or choose another: ${name}=${another} ${command}`,
      );
    // A machine without IPv6 has no such address; a host that was asked for must be one.
    if (code && address === host)
      throw new Unusable(`HOST is "${host}", which is not an address of this machine (${code}).`);
  }
}
