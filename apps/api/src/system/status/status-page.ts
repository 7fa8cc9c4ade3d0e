import { statusPartTexts } from '@picksync/contracts';
import { escapeHtml } from '../../base/escape-html.ts';
import type { Status, StatusIncidentView, StatusPartView } from '../../base/status/read-status.ts';
import { renderDocument, renderMark } from '../plain-page.ts';
import { renderDayBars } from './day-bars.ts';
import { statusStyles } from './status-styles.ts';
import {
  type Banner,
  describeIncident,
  formatShare,
  formatUtc,
  formatUtcDay,
  formatUtcTime,
  type Tone,
  toBanner,
  toPartState,
} from './status-texts.ts';

type PageOptions = {
  publicOrigin: string;
  now: Date;
  /** Whether it is written for another host, where it stays as it is. */
  isCopy?: boolean;
};

/** Returns the status page: whole without a script, and without the font that it has where the product itself serves it. */
export function renderStatusPage(status: Status, { publicOrigin, now, isCopy = false }: PageOptions): string {
  const incidents = status.incidents.map((incident) => renderIncident(incident));
  const main = [
    renderBanner(toBanner(status, now)),
    ...(status.parts.length > 0
      ? [
          `<h2 class="sr">Parts</h2><section class="p" aria-label="Parts">${status.parts.map((part) => renderPart(part, now)).join('')}</section>`,
          key,
        ]
      : []),
    '<h2>Incidents of the last 90 days</h2>',
    incidents.length > 0
      ? `<section class="p" aria-label="Incidents">${incidents.join('')}</section>`
      : `<small>${describeNone(status)}</small>`,
    '<small>Smartsheet’s own disturbances are not ours and stand on its status page. While it does not answer, dropdowns keep their options.</small>',
    ...(isCopy ? [describeCopy(now)] : []),
  ];
  return renderPage(main.join('\n'), { publicOrigin, isCopy });
}

/** Returns the page for the time in which the status itself cannot be read. */
export function renderUnknownStatus(publicOrigin: string): string {
  const banner = {
    tone: 'mute',
    title: 'The status cannot be read',
    detail: 'We do not know how Picksync does right now. Please look again in a minute.',
  } as const;
  return renderPage(renderBanner(banner), { publicOrigin, isCopy: false });
}

function renderPage(
  main: string,
  { publicOrigin, isCopy }: { publicOrigin: string; isCopy: boolean },
): string {
  return renderDocument({
    title: 'Picksync status',
    description: 'Whether Picksync works right now, and how each of its parts did in the last 90 days.',
    links: [
      `<link rel="icon" href="${publicOrigin}/favicon.svg" type="image/svg+xml">`,
      `<link rel="alternate" href="${publicOrigin}/status/feed" type="application/atom+xml" title="Picksync status">`,
    ],
    styles: statusStyles,
    isCopy,
    body: `<header>${renderMark()}<b>Picksync status</b><nav><a href="${publicOrigin}/status/feed">Feed</a><a href="${publicOrigin}/">Picksync</a></nav></header>
<main>
${main}
</main>`,
  });
}

const signs: Record<Tone, string> = {
  good: '<path d="M20 6 9 17l-5-5"/>',
  warn: '<path d="m12 3 10 18H2L12 3ZM12 10v5M12 18v.01"/>',
  bad: '<circle cx="12" cy="12" r="9"/><path d="M12 7v6M12 16v.01"/>',
  mute: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
};

function renderBanner({ tone, title, detail }: Banner): string {
  return `<div class="ban ${tone}"><svg viewBox="0 0 24 24" aria-hidden="true">${signs[tone]}</svg><div><h1>${escapeText(title)}</h1><small>${detail}</small></div></div>`;
}

function renderPart(view: StatusPartView, now: Date): string {
  const { name, promise } = statusPartTexts[view.part];
  const { tone, word } = toPartState(view, now);
  return `<div class="co"><h3>${name} <small>${promise}</small></h3><span class="bd ${tone}">${word}</span>${renderDayBars(view.days)}<small class="row"><span>${describeFirstDay(view, now)}</span><span>${formatShare(view.days)}</span><span>Today</span></small></div>`;
}

function describeFirstDay({ days }: StatusPartView, now: Date): string {
  const first = days.findIndex((day) => day !== null);
  if (first <= 0) return `${days.length} days ago`;
  const daysAgo = days.length - 1 - first;
  return `Measured since ${formatUtcDay(new Date(now.getTime() - daysAgo * 86_400_000))}`;
}

const key =
  '<div class="key"><span><i></i>no disturbance</span><span><i class="warn"></i>less than 30 min</span><span><i class="bad"></i>30 min or more</span><span><i class="none"></i>not measured</span></div>';

function renderIncident(incident: StatusIncidentView): string {
  const { id, title, startedAt, endedAt, entries } = incident;
  const state = endedAt ? '<span class="bd good">Over</span>' : '<span class="bd warn">Now</span>';
  const lines = entries.map(({ at, text, isMeasured }) => {
    const writer = isMeasured ? ' <small>Written by the measurement itself.</small>' : '';
    return `<li><time datetime="${at.toISOString()}">${formatUtc(at, startedAt)}</time><span>${escapeText(text)}${writer}</span></li>`;
  });
  const list = lines.length > 0 ? `<ul>${lines.join('')}</ul>` : '';
  return `<article class="inc" id="i-${id}"><h3>${escapeText(title)} ${state}</h3><small>${describeIncident(incident)}</small>${list}</article>`;
}

function describeNone({ parts }: Status): string {
  const measured = Math.max(0, ...parts.map(({ days }) => days.filter((day) => day !== null).length));
  if (measured === 0) return 'Nothing was measured yet.';
  return measured === 1
    ? 'None on the day that was measured.'
    : `None in the ${measured} days that were measured.`;
}

/** A copy cannot know that it is old. */
function describeCopy(now: Date): string {
  const at = `${formatUtcDay(now)}, ${formatUtcTime(now)} UTC`;
  return `<small>This copy was written on ${at}. If that is long ago, Picksync itself cannot be reached.</small>`;
}

/** Returns a text as HTML and XML have it. A reader of XML refuses the whole of a document with a character that is none. */
export function escapeText(text: string): string {
  return escapeHtml(text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD'));
}
