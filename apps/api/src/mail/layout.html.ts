import { formatNumber } from '@picksync/contracts';
import { escapeHtml } from '../base/escape-html.ts';
import type { MailBlock, MailContent, MailFoot, RunMark } from './content.ts';

const font = "Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** What a style at an element cannot say: dark colours, and the form of a narrow screen. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(max-width:480px){.edge{padding:0!important}.mail{border:0!important;border-radius:0!important}.pad{padding:24px 20px 28px!important}.wide{width:100%!important}.code{letter-spacing:6px!important}}
@media(prefers-color-scheme:dark){
.page{background:#0f1215!important}.mail{background:#161a1e!important}.well{background:#1e2226!important}
.line{border-color:#2b3034!important}.ink{color:#eceff1!important}.ink2{color:#adb2b6!important}
.go{background:#64c6ad!important;color:#051a15!important}.fix{background:#47211e!important;border-color:#f7857d!important}
.run-good{background:#76cf8a!important}.run-unchanged{background:#2b3034!important}.run-bad{background:#f7857d!important}.stay{background:#95999d!important}}
`;

/*
 * One column of blocks, with the light colours at each element, because some mail programs drop style sheets, and the dark ones
 * in a style sheet, by class. Nothing is loaded from anywhere.
 */

/** Returns the HTML version. */
export function renderHtml(content: MailContent, foot: MailFoot): string {
  const { subject, preview, title, blocks } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fafaf9;color:#191d22;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${inline(preview)}${spacer}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#fafaf9"><tr><td align="center" class="edge" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="mail line" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #e4e3e0;border-radius:12px"><tr><td class="pad" style="padding:32px 40px 28px;font:400 15px/1.6 ${font};color:#191d22;text-align:left;overflow-wrap:anywhere">
${brand}
<h1 class="ink" style="margin:28px 0 0;font:600 22px/1.3 ${font};letter-spacing:-0.3px;color:#191d22">${inline(title)}</h1>
${blocks.map(block).join('\n')}
${footer(content, foot)}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** Keeps mail programs from showing the beginning of the mail after the preview. */
const spacer = '&#847;&zwnj;&nbsp;'.repeat(60);

const brand = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="go" width="24" height="24" align="center" style="width:24px;height:24px;border-radius:7px;background:#026e5b;font:700 14px/24px ${font};color:#f5fefb">P</td><td class="ink" style="padding-left:9px;font:650 15px/24px ${font};color:#191d22">Picksync</td></tr></table>`;

function block(part: MailBlock): string {
  switch (part.kind) {
    case 'text':
      return `<p class="ink2" style="margin:12px 0 0;color:#565b61;overflow-wrap:anywhere">${paragraph(part.text)}</p>`;
    case 'note':
      return `<p class="ink2" style="margin:16px 0 0;font-size:13px;color:#565b61">${inline(part.text)}</p>`;
    case 'code':
      return `<p class="well ink code" style="margin:20px 0 0;padding:18px 0;border-radius:12px;background:#f4f3f1;color:#191d22;text-align:center;font:620 34px/1.2 ${font};letter-spacing:8px;text-indent:8px">${escapeHtml(part.code)}</p>`;
    case 'fix':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px"><tr><td class="fix ink" style="padding:14px 18px;border-left:3px solid #b63132;border-radius:8px;background:#ffefed;color:#191d22"><b>${inline(part.problem)}</b> ${inline(part.remedy)}</td></tr></table>`;
    case 'facts':
      return facts(part.rows);
    case 'runs':
      return runs(part.runs, part.caption);
    case 'cut':
      return cut(part);
    case 'button':
      return button(part);
  }
}

function facts(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td class="ink2 line" width="36%" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #e4e3e0;color:#565b61">${inline(label)}</td><td class="ink line" valign="top" style="padding:8px 0;border-top:1px solid #e4e3e0;color:#191d22;overflow-wrap:anywhere;word-break:break-word">${inline(value)}</td></tr>`,
  );
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px;border-bottom:1px solid #e4e3e0;font-size:14px">${cells.join('')}</table>`;
}

const markColours = { good: '#2b7440', unchanged: '#e4e3e0', bad: '#b63132' } as const satisfies Record<
  RunMark,
  string
>;

function runs(marks: readonly RunMark[], caption: string): string {
  const cells = marks.map(
    (mark) =>
      `<td width="11" height="18" style="width:11px;height:18px;padding:0;font-size:0;line-height:0"><div class="run-${mark}" style="width:8px;height:18px;background:${markColours[mark]}">&nbsp;</div></td>`,
  );
  return `<table role="img" aria-label="${escapeHtml(caption)}" cellpadding="0" cellspacing="0" style="margin-top:20px"><tr>${cells.join('')}</tr></table>
<p class="ink2" style="margin:6px 0 0;font-size:12px;color:#565b61">${inline(caption)}</p>`;
}

function cut({ stay, go, come }: { stay: number; go: number; come: number }): string {
  const parts = [
    { count: stay, look: 'stay', colour: '#70757a', word: 'stay' },
    { count: go, look: 'run-bad', colour: '#b63132', word: 'would be removed' },
    { count: come, look: 'run-good', colour: '#2b7440', word: 'would be added' },
  ];
  const all = Math.max(1, stay + go + come);
  const bar = parts
    .filter(({ count }) => count > 0)
    // Even a small share stays visible.
    .map(({ count, look, colour }) => {
      const width = Math.max(4, Math.round((count / all) * 100));
      return `<td class="${look}" width="${width}%" style="height:12px;background:${colour};font-size:0">&nbsp;</td>`;
    });
  const counts = parts.map(
    ({ count, word }) => `<b class="ink" style="color:#191d22">${formatNumber(count)}</b> ${word}`,
  );
  return `<table role="img" aria-label="${parts.map(({ count, word }) => `${formatNumber(count)} ${word}`).join(', ')}" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px;border-radius:4px;overflow:hidden"><tr>${bar.join('')}</tr></table>
<p class="ink2" style="margin:6px 0 0;font-size:14px;color:#565b61">${counts.join(', ')}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin-top:22px"><tr><td class="go" align="center" bgcolor="#026e5b" style="border-radius:8px;background:#026e5b"><a class="go" href="${href}" style="display:block;padding:0 20px;border-radius:8px;font:580 15px/44px ${font};color:#f5fefb;text-decoration:none">${inline(label)}</a></td></tr></table>
<p class="ink2" style="margin:10px 0 0;font-size:12px;color:#565b61;overflow-wrap:anywhere;word-break:break-all">${href}</p>`;
}

function footer({ because }: MailContent, { to, stop }: MailFoot): string {
  const link = (url: string, text: string) =>
    `<a class="ink2" href="${escapeHtml(url)}" style="color:#565b61">${inline(text)}</a>`;
  const choice = stop
    ? ` ${link(stop.url, `Stop mails about ${stop.topic}`)} or ${link(stop.choicesUrl, 'choose which mails you get')}.`
    : '';
  return `<p class="ink2 line" style="margin:28px 0 0;padding-top:16px;border-top:1px solid #e4e3e0;font-size:12px;color:#565b61;overflow-wrap:anywhere">Sent to ${escapeHtml(to)}, ${inline(because)}.${choice}</p>`;
}

function paragraph(text: string): string {
  return inline(text).replaceAll('\n', '<br>');
}

/** Escapes text for HTML and turns the isolating marks around names (see `shortenName`) into `<bdi>`. */
function inline(text: string): string {
  return escapeHtml(text).replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>');
}
