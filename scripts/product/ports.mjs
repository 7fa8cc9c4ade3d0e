import { createServer } from 'node:net';
import { Unusable } from '../unusable.mjs';

const listens = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve('free')));
  });

/** Refuses a port that something else uses, or that this user may not open. */
export async function requireFreePort(port, name) {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const result = await listens(port, host);
    if (result === 'free') continue;
    if (result === 'EACCES')
      throw new Unusable(
        `This user may not open port ${port}. Choose one above 1023 with ${name}, for example ${name}=${port + 3000}.`,
      );
    throw new Unusable(
      `Port ${port} is in use. Stop what uses it, or choose another: ${name}=${port + 1} npm start`,
    );
  }
}
