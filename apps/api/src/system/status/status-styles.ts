import { plainStyles } from '../plain-page.ts';

/** The look of the status page. */
export const statusStyles = `${plainStyles}
h2.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
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
