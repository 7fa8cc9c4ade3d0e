/** Where the font of the product is, for pages that do not know the name that the web build has given its file. */
export const fontPath = '/inter.woff2';

/**
 * The font of pages that this server writes itself. As in the product (packages/ui/src/fonts.css, a test keeps them in step) the
 * fonts of the system have its metrics, so that lines keep their place when it arrives, and where it never does.
 */
export const fontFaces = `@font-face{font-family:"Inter Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url("${fontPath}") format("woff2-variations")}
@font-face{font-family:"Inter fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica"),local("Roboto");ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%;size-adjust:107.06%}
@font-face{font-family:"Inter fallback on Linux";src:local("DejaVu Sans");ascent-override:103.17%;descent-override:25.69%;line-gap-override:0%;size-adjust:93.9%}
`;

export const fontFamily =
  '"Inter Variable","Inter fallback","Inter fallback on Linux",ui-sans-serif,system-ui,sans-serif';
