/**
 * The look of the status page, inside the page itself so that it is whole wherever it is shown. The colours are those of the
 * product (packages/ui/src/tokens.css); a test keeps them in step.
 */
export const statusStyles = `
:root{color-scheme:light dark;--canvas:oklch(0.985 0.002 95);--surface:oklch(1 0 0);--sunken:oklch(0.965 0.003 95);--line:oklch(0.915 0.004 95);--edge:oklch(0.64 0.01 250);--ink:oklch(0.23 0.012 250);--ink-2:oklch(0.47 0.012 250);--accent:oklch(0.48 0.09 175);--accent-ink:oklch(0.99 0.01 175);--good:oklch(0.5 0.11 150);--good-soft:oklch(0.955 0.035 150);--warn:oklch(0.52 0.11 70);--warn-soft:oklch(0.965 0.045 85);--bad:oklch(0.52 0.17 25);--bad-soft:oklch(0.965 0.02 25)}
@media(prefers-color-scheme:dark){:root{--canvas:oklch(0.18 0.008 250);--surface:oklch(0.215 0.009 250);--sunken:oklch(0.25 0.009 250);--line:oklch(0.305 0.01 250);--edge:oklch(0.55 0.012 250);--ink:oklch(0.95 0.004 250);--ink-2:oklch(0.76 0.008 250);--accent:oklch(0.76 0.1 175);--accent-ink:oklch(0.2 0.03 175);--good:oklch(0.78 0.13 150);--good-soft:oklch(0.29 0.045 150);--warn:oklch(0.82 0.12 80);--warn-soft:oklch(0.3 0.045 75);--bad:oklch(0.74 0.14 25);--bad-soft:oklch(0.3 0.06 25)}}
*{box-sizing:border-box;margin:0;min-width:0}
body{background:var(--canvas);color:var(--ink);font:400 .875rem/1.5 Inter,ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
small{font-size:.75rem;font-weight:400;color:var(--ink-2);text-wrap:pretty}
h2{font-size:1rem;font-weight:600}
h2.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
h3{font-size:.8125rem;font-weight:600}
ul{padding:0;list-style:none}
header{display:flex;gap:12px;align-items:center;background:var(--surface);border-bottom:1px solid var(--line);padding:12px 24px}
nav{margin-left:auto;display:flex;gap:16px}
nav a{color:var(--accent);font-size:.8125rem;font-weight:550;line-height:24px;text-decoration:none}
nav a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
main{max-width:840px;margin:auto;padding:32px 24px 48px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
.ban{display:flex;gap:12px;align-items:center;border-radius:12px;padding:16px 20px}
.ban h1{font-size:1rem;font-weight:600;line-height:1.5}
.ban svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.ban.good,.bd.good{background:var(--good-soft)}
.ban.warn,.bd.warn{background:var(--warn-soft)}
.ban.bad,.bd.bad{background:var(--bad-soft)}
.ban.mute,.bd.mute{background:var(--sunken)}
.good svg,.bd.good{color:var(--good)}
.warn svg,.bd.warn{color:var(--warn)}
.bad svg,.bd.bad{color:var(--bad)}
.mute svg,.bd.mute{color:var(--ink-2)}
.p{background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.co{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:6px 12px;padding:14px 20px;align-items:center}
.co+.co,.inc+.inc{border-top:1px solid var(--line)}
.co>div,.co>small{grid-column:1/-1}
.co h3 small{margin-left:8px}
.bd{display:inline-flex;gap:6px;align-items:center;border-radius:99px;padding:1px 9px;font-size:.75rem;font-weight:550;line-height:20px;white-space:nowrap}
.bd::before{content:"";width:6px;height:6px;border-radius:9px;background:currentColor;forced-color-adjust:none}
.dy{display:block;width:100%;height:26px;stroke-width:14;stroke-dasharray:7 3}
.dy path{stroke:var(--good);opacity:.75}
.dy .warn{stroke:var(--warn);opacity:1;stroke-width:21}
.dy .bad{stroke:var(--bad);opacity:1;stroke-width:28}
.dy .none{stroke:var(--edge);opacity:1;stroke-width:2;stroke-dasharray:none}
.row{display:flex;justify-content:space-between;gap:8px}
.key{display:flex;flex-wrap:wrap;gap:6px 20px;font-size:.75rem;color:var(--ink-2)}
.key span{display:inline-flex;align-items:center;gap:6px}
.key i{width:6px;height:14px;border-radius:1px;background:var(--good);opacity:.75;forced-color-adjust:none}
.key .warn{background:var(--warn);opacity:1;height:20px}
.key .bad{background:var(--bad);opacity:1;height:26px}
.key .none{background:var(--edge);opacity:1;height:2px}
.inc{display:grid;gap:10px;padding:16px 20px;font-size:.8125rem}
.inc ul{display:grid;gap:6px}
.inc li{display:grid;grid-template-columns:112px minmax(0,1fr);gap:0 12px}
.inc time{color:var(--ink-2)}
@media(max-width:480px){header,main{padding-inline:16px}.co,.inc,.ban{padding-inline:16px}.co h3 small{display:block;margin:0}.inc li{grid-template-columns:minmax(0,1fr)}}
`;
