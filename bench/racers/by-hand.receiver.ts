import { createHmac, timingSafeEqual } from 'node:crypto';
import { fastify } from 'fastify';
import { Pool } from 'pg';

// Takes the callbacks of the hand-written worker: checks the signature, and keeps a receipt and marks the account in one
// statement before it answers.
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  application_name: 'by-hand-receiver',
});
const { rows } = await pool.query<{ id: number; secret: string }>('SELECT id, secret FROM by_hand.accounts');
const secrets = new Map(rows.map(({ id, secret }) => [id, secret]));

const record = {
  name: 'record',
  text: `
    WITH receipt AS (
      INSERT INTO by_hand.receipts (nonce) VALUES ($1) ON CONFLICT DO NOTHING RETURNING nonce),
    mark AS (
      UPDATE by_hand.accounts SET dirty_at = clock_timestamp()
      WHERE id = $2 AND EXISTS (SELECT FROM receipt) RETURNING id)
    SELECT pg_notify('by_hand', id::text) FROM mark`,
};

const app = fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Params: { id: string }; Body: Buffer }>(
  '/callbacks/:id',
  async ({ params, headers, body }, reply) => {
    const id = Number(params.id);
    const signature = createHmac('sha256', secrets.get(id) ?? '')
      .update(body)
      .digest();
    const given = Buffer.from(String(headers['smartsheet-hmac-sha256']), 'hex');
    if (given.length !== signature.length || !timingSafeEqual(given, signature))
      return reply.code(401).send();
    const { nonce } = JSON.parse(body.toString()) as { nonce: string };
    await pool.query({ ...record, values: [nonce, id] });
    return {};
  },
);

process.once('disconnect', () => process.exit(0));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('{"msg":"ready"}\n');
