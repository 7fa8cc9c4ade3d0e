import { fontFaces, fontFamily } from '../../base/page-font.ts';

/** What makes Swagger UI look less strange beside our pages: our font and background, and dark where the system is. */
export const tryStyles = `
${fontFaces}:root{color-scheme:light dark}
body,.swagger-ui{background:oklch(0.985 0.002 95)}
.swagger-ui{min-height:100dvh;color-scheme:light}
.swagger-ui .json-schema-2020-12-expand-deep-button{color:#505050}
.swagger-ui,.swagger-ui .info .title,.swagger-ui .opblock-tag,.swagger-ui .btn,.swagger-ui.swagger-ui.swagger-ui :is(p,li,h1,h2,h3,h4,h5,label,select,th){font-family:${fontFamily}}
.swagger-ui .info .title{font-size:1.75rem;letter-spacing:-.02em}
.swagger-ui .scheme-container{box-shadow:none;background:none;border-block:1px solid oklch(0.915 0.004 95)}
.swagger-ui .info .title small{background:#565b61}
.swagger-ui .info .title small.version-stamp{background:#3f6212}
.swagger-ui .info .title small pre{color:#fff}
.swagger-ui .info a,.swagger-ui .info .url,.swagger-ui a.link{color:#1d5fa8}
.swagger-ui .info code,.swagger-ui .markdown code{color:#86198f}
.swagger-ui .btn.authorize{color:#026e5b;border-color:#026e5b}
.swagger-ui .btn.authorize svg{fill:#026e5b}
.swagger-ui .opblock .opblock-summary-method{color:#fff;text-shadow:none}
.swagger-ui .opblock.opblock-get .opblock-summary-method{background:#1d5fa8}
.swagger-ui .opblock.opblock-post .opblock-summary-method{background:#026e5b}
.swagger-ui .opblock.opblock-put .opblock-summary-method,.swagger-ui .opblock.opblock-patch .opblock-summary-method{background:#92520a}
.swagger-ui .opblock.opblock-delete .opblock-summary-method{background:#b63132}
.swagger-ui .opblock-body{overflow-x:auto}
@media(prefers-color-scheme:dark){
body{background:oklch(0.18 0.008 250)}
.swagger-ui{filter:invert(.9) hue-rotate(180deg)}
.swagger-ui .highlight-code,.swagger-ui .microlight:not(.highlight-code *),.swagger-ui img{filter:invert(1) hue-rotate(180deg)}
}
`;

/**
 * Tells screen readers what Swagger UI leaves out: what its first parts are, and which heading belongs below which. It draws
 * the page anew as it likes, so this looks again after each change.
 */
export const tryScript = `const attributes = [
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.schemes-server-container', 'role', 'region'],
  ['.schemes-server-container', 'aria-label', 'Server and key'],
  ['#servers', 'aria-label', 'Server'],
  ['h3.opblock-tag', 'aria-level', '2'],
  ['#operations h4', 'aria-level', '3'],
];
new MutationObserver(() => {
  for (const [selector, name, value] of attributes)
    for (const part of document.querySelectorAll(selector))
      if (part.getAttribute(name) !== value) part.setAttribute(name, value);
}).observe(document.documentElement, { childList: true, subtree: true });
`;
