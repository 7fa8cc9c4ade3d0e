import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers that tell a browser what our pages may do: nothing that does not come from this origin. */
export async function setSecurityHeaders(app: FastifyInstance, publicOrigin: string): Promise<void> {
  const secure = publicOrigin.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Floating menus are placed by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: 'deny' },
    hsts: secure && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onSend', async (request, reply) => {
    const answersApi = request.url.startsWith('/api/');
    // Answers are about one person and this moment: no cache may keep them.
    if (answersApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
