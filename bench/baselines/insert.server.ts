import { fastify } from 'fastify';
import { Pool } from 'pg';

// The least that taking a callback needs: bare Fastify and one INSERT of a receipt, committed before the answer.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

app.post<{ Body: { nonce: string } }>('/', async ({ body }) => {
  await pool.query(
    `INSERT INTO provider_events (id, provider, provider_event_id, type, received_at)
     VALUES (gen_random_uuid(), 'smartsheet', $1, 'sheet_changed', now())`,
    [body.nonce],
  );
  return {};
});

process.once('disconnect', () => process.exit(0));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
