import { fontFaces, fontFamily, fontPath } from '../base/page-font.ts';

/**
 * The look of pages that this server writes itself, inside the page so that it is whole wherever it is shown. The colours are
 * those of the product (packages/ui/src/tokens.css); a test keeps them in step.
 */
export const plainStyles = `
:root{color-scheme:light dark;--canvas:oklch(0.985 0.002 95);--surface:oklch(1 0 0);--sunken:oklch(0.965 0.003 95);--line:oklch(0.915 0.004 95);--edge:oklch(0.64 0.01 250);--ink:oklch(0.23 0.012 250);--ink-2:oklch(0.47 0.012 250);--accent:oklch(0.48 0.09 175);--accent-ink:oklch(0.99 0.01 175);--good:oklch(0.5 0.11 150);--good-soft:oklch(0.955 0.035 150);--warn:oklch(0.52 0.11 70);--warn-soft:oklch(0.965 0.045 85);--bad:oklch(0.52 0.17 25);--bad-soft:oklch(0.965 0.02 25)}
@media(prefers-color-scheme:dark){:root{--canvas:oklch(0.18 0.008 250);--surface:oklch(0.215 0.009 250);--sunken:oklch(0.25 0.009 250);--line:oklch(0.305 0.01 250);--edge:oklch(0.55 0.012 250);--ink:oklch(0.95 0.004 250);--ink-2:oklch(0.76 0.008 250);--accent:oklch(0.76 0.1 175);--accent-ink:oklch(0.2 0.03 175);--good:oklch(0.78 0.13 150);--good-soft:oklch(0.29 0.045 150);--warn:oklch(0.82 0.12 80);--warn-soft:oklch(0.3 0.045 75);--bad:oklch(0.74 0.14 25);--bad-soft:oklch(0.3 0.06 25)}}
*{box-sizing:border-box;margin:0;min-width:0}
body{background:var(--canvas);color:var(--ink);font:400 .875rem/1.5 ${fontFamily};font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
small{font-size:.75rem;font-weight:400;color:var(--ink-2);text-wrap:pretty}
h2{font-size:1rem;font-weight:600}
h3{font-size:.8125rem;font-weight:600}
ul{padding:0;list-style:none}
header{display:flex;gap:12px;align-items:center;background:var(--surface);border-bottom:1px solid var(--line);padding:12px 24px}
nav{margin-left:auto;display:flex;gap:16px}
nav a{color:var(--accent);font-size:.8125rem;font-weight:550;line-height:24px;text-decoration:none}
nav a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
main{max-width:840px;margin:auto;padding:32px 24px 48px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
.brand{display:flex;gap:12px;align-items:center;color:inherit;text-decoration:none}
footer nav{margin:0;display:flex;flex-wrap:wrap;gap:8px 20px}
`;

type Document = {
  title: string;
  description: string;
  /** The `link` elements of the head. */
  links: readonly string[];
  styles: string;
  body: string;
  /** Whether another host shows it, which does not have our font. */
  isCopy?: boolean;
};

/** Returns a whole page. All of it is HTML already. */
export function renderDocument({
  title,
  description,
  links,
  styles,
  body,
  isCopy = false,
}: Document): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="description" content="${description}">`,
    `<title>${title}</title>`,
    ...links,
    ...(isCopy ? [] : [`<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>`]),
    `<style>${isCopy ? '' : fontFaces}${styles}</style>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns the mark of the product. */
export function renderMark(): string {
  return '<svg width="22" height="22" viewBox="0 0 22 22" fill="none" aria-hidden="true"><rect x="1" y="1" width="20" height="20" rx="6" fill="var(--accent)"/><path d="M6 7.5h10M6 11h6.5m.5 2.5 2 2 2-2" stroke="var(--accent-ink)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>';
}
