import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

const hostHeader = /^(?<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/;

/**
 * Refuses requests that are not meant for the sandbox, before anything of them is read: those under a name that is not
 * its own, as a page has them sent whose name was rebound to this machine (421), and those that a page of another site
 * makes (403). The providers' clients and the product send no Origin; a browser always says where it stands.
 */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  const names = ownNames(config);
  app.addHook('onRequest', async (request, reply) => {
    // The consent page is not to be laid under another site's buttons.
    reply.header('content-security-policy', "frame-ancestors 'none'");
    const name = hostHeader.exec(request.headers.host?.toLowerCase() ?? '')?.groups?.name;
    if (name === undefined || !(names.has(name) || name === addressOf(request))) {
      return sendError(reply, 421, 'The sandbox does not answer under this name. Set HOSTS to allow it.');
    }
    if (isForeign(request)) return sendError(reply, 403, 'The sandbox does not answer pages of other sites.');
    return undefined;
  });
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

function ownNames({ HOST: bound, HOSTS, SANDBOX_URL }: Config): Set<string> {
  const names = ['localhost', '127.0.0.1', '[::1]', bound.toLowerCase(), ...HOSTS];
  return new Set(SANDBOX_URL === undefined ? names : [...names, new URL(SANDBOX_URL).hostname]);
}

/** Returns the address the connection came in at. A name that was rebound is never an address. */
function addressOf({ raw }: FastifyRequest): string {
  const address = raw.socket.localAddress ?? '';
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? `[${address}]` : address;
}

/** Whether a page of another site made the request. Following a link or a redirect to a page of ours is fine. */
function isForeign({ method, headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate';
}
