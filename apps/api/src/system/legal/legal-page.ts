import { type LegalPage, legalLinks, legalPageTitles as titles } from '@picksync/contracts';
import { escapeHtml } from '../../base/escape-html.ts';
import { plainStyles, renderDocument, renderMark } from '../plain-page.ts';
import type { LegalText } from './legal-texts.ts';

const styles = `${plainStyles}
main{max-width:720px;gap:20px;font-size:.9375rem;line-height:1.6}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.02em;font-weight:700}
h2{font-size:1.0625rem;line-height:1.4;margin-top:12px}
main h3{font-size:.9375rem}
main ul{padding-left:1.2em;list-style:disc}
main ol{padding-left:1.4em}
section{display:grid;gap:8px}
.lead{color:var(--ink-2);font-size:1.0625rem}
p{white-space:pre-line;text-wrap:pretty}
main a{color:var(--accent);text-underline-offset:3px}
table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid var(--line);padding:6px 8px 6px 0;text-align:left;vertical-align:top}
footer{max-width:720px;margin:auto;padding:20px 24px 40px;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:8px 20px;font-size:.8125rem}
footer a{color:var(--ink-2);font-weight:550;line-height:24px;text-decoration:none}
footer a:hover,footer a[aria-current]{color:var(--ink);text-decoration:underline;text-underline-offset:3px}
`;

const footerLinks = [...legalLinks, ['/help', 'Help & Support'], ['/status', 'Status']] as const;

/** Returns a text of the product as HTML. */
export function renderLegalText({ title, lead, parts }: LegalText): string {
  const sections = parts.map(({ heading, texts }) => {
    const paragraphs = texts.map((text) => `<p>${linkAddresses(escapeHtml(text))}</p>`);
    return `<section><h2>${escapeHtml(heading)}</h2>${paragraphs.join('')}</section>`;
  });
  return [`<h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p>`, ...sections].join('\n');
}

const pageLinks: Record<string, string> = { imprint: '/imprint', 'status page': '/status' };

/** Links mail addresses and the pages that a text names, in one pass: an address may hold the name of a page. */
function linkAddresses(text: string): string {
  return text.replaceAll(/[\w.+-]+@[\w.-]+\w|\bimprint\b|\bstatus page\b/g, (found) => {
    return `<a href="${pageLinks[found] ?? `mailto:${found}`}">${found}</a>`;
  });
}

/** Returns a legal page. `main` is HTML: that of the product, or what the deployment wrote. */
export function renderLegalPage(page: LegalPage, main: string, publicOrigin: string): string {
  const address = escapeHtml(`${publicOrigin}/${page}`);
  const links = footerLinks.map(([href, name]) => {
    const current = href === `/${page}` ? ' aria-current="page"' : '';
    return `<a href="${href}"${current}>${escapeHtml(name)}</a>`;
  });
  return renderDocument({
    title: `${titles[page]} · Picksync`,
    description: `${titles[page]} of this installation of Picksync, which keeps Smartsheet dropdowns in step with a column of another sheet.`,
    links: [
      `<link rel="canonical" href="${address}">`,
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ],
    styles,
    body: `<header><a class="brand" href="/">${renderMark()}<b>Picksync</b></a><nav aria-label="Main"><a href="/login">Login</a></nav></header>
<main>
${main}
</main>
<footer><nav aria-label="Legal and help">${links.join('')}</nav></footer>`,
  });
}
