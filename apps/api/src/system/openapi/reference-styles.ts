import { plainStyles } from '../plain-page.ts';

/** The look of the reference: a column of calls, and the text beside it; on a phone the groups of calls, and the text below. */
export const referenceStyles = `${plainStyles}
html{scroll-padding-top:72px}
header{position:sticky;top:0;z-index:1}
.skip{position:absolute;left:-999px}
.skip:focus{left:12px;top:12px;z-index:2;background:var(--surface);padding:8px 12px}
.page{display:grid;grid-template-columns:232px minmax(0,1fr);max-width:1180px;margin:auto}
.toc{margin:0;display:block;position:sticky;top:49px;align-self:start;max-height:calc(100vh - 49px);overflow:auto;padding:24px 8px 32px 24px}
.toc h2{font-size:.75rem;padding-top:11px}
.toc h2:first-child{padding-top:0}
.toc a{display:flex;gap:8px;align-items:baseline;padding:3px 8px;border-radius:6px;color:var(--ink);font-weight:400}
.toc h2 a{color:var(--ink-2);font-weight:600}
.toc a:hover{background:var(--sunken);text-decoration:none}
main{max-width:none;margin:0;padding:32px 24px 64px 40px;font-size:.875rem;gap:40px}
main>section,article{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}
article{border-top:1px solid var(--line);padding-top:24px;margin-top:12px;gap:10px}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.02em;font-weight:700}
main h2{font-size:1.25rem;letter-spacing:-.01em}
main h3{font-size:1rem}
h4{font-size:.75rem;color:var(--ink-2);font-weight:550;margin-top:6px}
.lead{font-size:1rem;color:var(--ink-2);margin-top:-28px}
p{max-width:72ch;text-wrap:pretty}
main p a,summary{color:var(--accent)}
main p a{text-underline-offset:3px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem}
p code,td code{background:var(--sunken);border-radius:4px;padding:1px 4px}
.call{display:flex;gap:8px;align-items:center}
.call code{background:none;padding:0}
.verb{font:600 .6875rem/18px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--good);min-width:38px}
.verb.post,.verb.patch,.verb.put{color:var(--warn)}
.verb.delete{color:var(--bad)}
.code{border:1px solid var(--line);border-radius:10px;overflow:hidden;background:var(--surface)}
.code figcaption{display:flex;align-items:center;gap:10px;border-bottom:1px solid var(--line);padding:4px 6px 4px 14px;min-height:34px;font-size:.75rem;font-weight:550;color:var(--ink-2)}
.copy{margin-inline-start:auto;min-height:26px;padding:0 10px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;cursor:pointer}
.copy:hover{background:var(--sunken)}
.said{font-weight:400}
.code pre{padding:12px 14px;overflow-x:auto;line-height:1.55}
.code pre:focus-visible{outline-offset:-2px}
table{border-collapse:collapse;width:100%}
th,td{border-top:1px solid var(--line);padding:7px 12px 7px 0;text-align:left;vertical-align:top;font-weight:400}
thead th{border:0;font-size:.75rem;font-weight:550;color:var(--ink-2)}
td:first-child{white-space:nowrap}
.fields th{width:36%}
td small{display:block}
summary{cursor:pointer;font-weight:550;padding:2px 0}
header b,header a{white-space:nowrap}
@media(max-width:520px){header nav a:last-child{display:none}header .brand b{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
@media(max-width:800px){.page{grid-template-columns:minmax(0,1fr)}.toc{position:static;max-height:none;padding:12px 8px 0;display:flex;flex-wrap:wrap}.toc h2{padding:0}.toc ul{display:none}main{padding:24px 16px 48px}td:first-child{white-space:normal}header small{display:none}}
`;
