import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

const answer = z.enum(['answer', 'error', 'hang']).default('answer');

/** What Google and Microsoft do wrong. Those that are left out are off. */
const identityFaultsSchema = z.strictObject({
  /** What is wrong with the next id tokens. */
  idToken: z
    .enum([
      'whole',
      'missing',
      'other_nonce',
      'no_nonce',
      'other_audience',
      'other_issuer',
      'expired',
      'unsigned',
      'other_key',
      'keyed_with_public_key',
    ])
    .default('whole'),
  discovery: answer,
  keys: answer,
  token: answer,
});

export type IdentityFaults = z.infer<typeof identityFaultsSchema>;

export function noIdentityFaults(): IdentityFaults {
  return identityFaultsSchema.parse({});
}

/** Reads and sets the faults of both providers. A PUT replaces all of them. */
export function identityFaultsRoutes(app: FastifyInstance, faults: { current: IdentityFaults }): void {
  app.get('/api/identity-faults', async () => faults.current);
  app.put('/api/identity-faults', async (request, reply) => {
    const parsed = identityFaultsSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.current = parsed.data;
    return faults.current;
  });
  app.delete('/api/identity-faults', async (_request, reply) => {
    faults.current = noIdentityFaults();
    return reply.code(204).send();
  });
}

/** Answers a call as its fault says. Returns whether it did, or never will. */
export function answerFault(fault: 'answer' | 'error' | 'hang', reply: FastifyReply): boolean {
  if (fault === 'answer') return false;
  if (fault === 'error') reply.code(503).type('text/html').send('<h1>Service unavailable</h1>');
  else reply.hijack();
  return true;
}
