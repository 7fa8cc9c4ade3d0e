import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Headers that tell a browser what our pages may do: nothing that does not come from this origin. They are the same
 * for every answer, so they are put together once; computing them for each takes longer than some answers do.
 */
export function setSecurityHeaders(app: FastifyInstance, publicOrigin: string): void {
  const headers = headersFor({ secure: publicOrigin.startsWith('https:') });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Answers are about one person and this moment: no cache may keep them. Files say themselves how long they last.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

const headersFor = ({ secure }: { secure: boolean }): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // Floating menus are placed by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(secure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
});
