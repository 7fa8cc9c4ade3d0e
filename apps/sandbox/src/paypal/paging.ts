import * as z from 'zod';
import type { Config } from '../config.ts';
import type { ProviderCall } from '../payments/operation-router.ts';
import { apiLink, type Link, withQuery } from './links.ts';

/** The parameters of a list with page numbers. */
export const pageQuery = z.object({
  page_size: z.coerce.number().int().min(1).max(20).default(10),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  total_required: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/**
 * Returns a page of a list with its links. How many there are in all is told only when it is asked for.
 */
export function getPage<Item>(
  items: Item[],
  { page, page_size: size, total_required: isCounted }: z.output<typeof pageQuery>,
  { base, path, query }: { base: Config; path: string; query: ProviderCall['query'] },
): { items: Item[]; totals: { total_items?: number; total_pages?: number }; links: Link[] } {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const link = (rel: string, number: number) =>
    apiLink(base, withQuery(path, { ...query, page_size: String(size), page: String(number) }), rel);
  return {
    items: items.slice((page - 1) * size, page * size),
    totals: isCounted ? { total_items: items.length, total_pages: Math.ceil(items.length / size) } : {},
    links: [
      link('self', page),
      ...(page > 1 ? [link('first', 1), link('prev', page - 1)] : []),
      ...(page < pages ? [link('next', page + 1), link('last', pages)] : []),
    ],
  };
}
