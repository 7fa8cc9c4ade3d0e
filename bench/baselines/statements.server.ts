import { fastify } from 'fastify';
import { Pool } from 'pg';
import type { Statement } from '../stage/statements.ts';

// Bare Fastify that runs the given statements of each path one after another and answers with their rows.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
const routes = JSON.parse(process.env.ROUTES ?? '{}') as Record<string, Statement[]>;

for (const [path, statements] of Object.entries(routes)) {
  app.get(path, async () => {
    const answers = [];
    for (const { text, parameters } of statements) answers.push((await pool.query(text, parameters)).rows);
    return answers;
  });
}

process.once('disconnect', () => process.exit(0));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
