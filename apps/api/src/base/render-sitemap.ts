import { escapeHtml } from './escape-html.ts';

/** Returns a sitemap, which tells search engines of pages by their addresses. */
export function renderSitemap(addresses: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${escapeHtml(address)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
