import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { countConfigurations } from '@picksync/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../base/escape-html.ts';
import type { OfferedPlan, OfferedPlans } from '../base/offered-plans.ts';

/** Stands in the built page where the address of the installation belongs. */
const originMark = 'https://origin.invalid';

type Written = { etag: string; bodies: { br: Buffer; gzip: Buffer; identity: Buffer } };

function write(page: string): Written {
  const identity = Buffer.from(page);
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { etag, bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) } };
}

/**
 * Returns a function that sends the start page. It was rendered when the application was built; the address of the
 * installation and the administrators' changes of the plans are written into it here, once for each change.
 */
export function createStartPage(file: string, publicOrigin: string) {
  const built = readFileSync(file, 'utf8').replaceAll(originMark, escapeHtml(publicOrigin));
  let last: { page: string; written: Written } | undefined;
  return (request: FastifyRequest, reply: FastifyReply, offered: OfferedPlans | null) => {
    const page = !offered || offered.areDefault ? built : writePlansInto(built, offered);
    if (last?.page !== page) last = { page, written: write(page) };
    const { etag, bodies } = last.written;
    reply.header('cache-control', 'no-cache').header('etag', etag).type('text/html; charset=utf-8');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bodies[encoding]);
  };
}

function chooseEncoding(accepted: FastifyRequest['headers']['accept-encoding']): keyof Written['bodies'] {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

const marked = /(<span data-plan-(name|price|limit)="(\d+)">)[^<]*/g;

function writePlansInto(page: string, { plans }: Pick<OfferedPlans, 'plans'>): string {
  return page.replace(marked, (unchanged, open: string, what: string, id: string) => {
    const plan = plans.find((one) => String(one.id) === id);
    return plan ? `${open}${escapeHtml(describePlan(plan, what))}` : unchanged;
  });
}

function describePlan({ name, priceCents, currency, limit }: OfferedPlan, what: string): string {
  if (what === 'name') return name;
  if (what === 'limit') return countConfigurations(limit);
  const isWhole = priceCents % 100 === 0;
  const format = { style: 'currency', currency, minimumFractionDigits: isWhole ? 0 : 2 } as const;
  return new Intl.NumberFormat('en-US', format).format(priceCents / 100);
}
