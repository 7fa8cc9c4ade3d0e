import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

const hostHeader = /^(?<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/;

/**
 * Rejects requests that are not meant for the sandbox before reading them: 421 for a Host that is not its own (DNS
 * rebinding), 403 for a request from a page of another site. The official clients and the product send no Origin; a
 * browser does.
 */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  const hosts = allowedHosts(config);
  app.addHook('onRequest', async (request, reply) => {
    // The consent page must not be framed by another site.
    reply.header('content-security-policy', "frame-ancestors 'none'");
    const name = hostHeader.exec(request.headers.host?.toLowerCase() ?? '')?.groups?.name;
    if (name === undefined || !(hosts.has(name) || name === socketAddress(request))) {
      return sendError(
        reply,
        421,
        'The sandbox does not respond under this host name. Set HOSTS to allow it.',
      );
    }
    if (isCrossSite(request))
      return sendError(reply, 403, 'The sandbox rejects requests from pages of other sites.');
    return undefined;
  });
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

function allowedHosts({ HOST: bound, HOSTS, SANDBOX_URL }: Config): Set<string> {
  const hosts = ['localhost', '127.0.0.1', '[::1]', bound.toLowerCase(), ...HOSTS];
  return new Set(SANDBOX_URL === undefined ? hosts : [...hosts, new URL(SANDBOX_URL).hostname]);
}

/** Returns the local address of the connection. A rebound name never equals an address. */
function socketAddress({ raw }: FastifyRequest): string {
  const address = raw.socket.localAddress ?? '';
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? `[${address}]` : address;
}

/** Returns whether a page of another site made the request. Links and redirects to our pages are allowed. */
function isCrossSite({ method, headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate';
}
