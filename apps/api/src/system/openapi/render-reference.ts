import { capitalize, type ErrorCode, errorCodes, webhookEvents } from '@picksync/contracts';
import { escapeHtml } from '../../base/escape-html.ts';
import { renderDocument, renderMark } from '../plain-page.ts';
import { createExample, describeType, type Field, type JsonSchema, listFields } from './describe-schema.ts';
import { listFirstCalls, renderCode } from './first-call.ts';
import { referenceStyles } from './reference-styles.ts';

type Content = { content?: Record<string, { schema: JsonSchema }> };

type Operation = {
  operationId: string;
  tags: string[];
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

/** What the page shows of an OpenAPI document. */
export type Described = {
  info: { version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

type Call = Operation & { method: string; path: string };

/** What programs call most; the rest follows in the order of the contract. */
const firstTags = ['automations', 'activity', 'sheets', 'reports', 'stats'];

const refusals = [
  'api_key_malformed',
  'api_key_revoked',
  'api_key_expired',
  'account_disabled',
  'api_key_read_only',
  'rate_limited',
] as const satisfies ErrorCode[];

/** Where the script is that adds the buttons to copy code. */
export const copyScriptPath = '/api/docs/copy.js';

/** Returns the reference of the API as one page: whole also where no script runs, and readable by a search engine. */
export function renderReference({ info, servers, paths }: Described): string {
  const origin = servers[0]?.url ?? '';
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  );
  const forPrograms = calls.filter(isForPrograms);
  const others = calls.filter((call) => !isForPrograms(call));
  const groups = groupByTag(forPrograms);
  return renderDocument({
    title: 'Picksync API',
    description:
      'The API of Picksync: a first call in curl, TypeScript and Python, keys and limits, webhooks, and every call with its fields.',
    links: [
      `<link rel="canonical" href="${escapeHtml(origin)}/api/docs">`,
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      `<script defer src="${copyScriptPath}"></script>`,
    ],
    styles: referenceStyles,
    body: `<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/">${renderMark()}<b>Picksync API</b></a><small>${escapeHtml(info.version)}</small><nav aria-label="Tools"><a href="/docs">Documentation</a><a href="/api/docs/try">Try with your key</a><a href="/api/openapi.json">openapi.json</a></nav></header>
<div class="page">
${renderContents(groups)}
<main id="content">
<h1>Picksync API</h1>
<p class="lead">Lists, creates, edits and syncs automations from your own programs. API keys are part of Premium.</p>
${renderFirstCall(origin)}
<section id="about"><h2>Keys, limits, pages and webhooks</h2>${renderProse(info.description)}</section>
<section id="events"><h2>Events of webhooks</h2>${renderEvents()}</section>
${groups.map(([tag, inGroup]) => `<section id="${tag}"><h2>${toWords(tag)}</h2>${inGroup.map((call) => renderCall(call, origin)).join('\n')}</section>`).join('\n')}
<section id="others"><h2>Calls of the web application</h2><p>They take a session instead of a key, or nothing. They may change with the application.</p><details><summary>Show the ${others.length} calls</summary><table><tbody>${others.map(({ method, path }) => `<tr><td>${renderVerb(method)}</td><td><code>${escapeHtml(path)}</code></td></tr>`).join('')}</tbody></table></details></section>
</main>
</div>`,
  });
}

function isForPrograms({ security = [] }: Operation): boolean {
  return security.some((scheme) => 'apiKey' in scheme);
}

function groupByTag(calls: readonly Call[]): [tag: string, calls: Call[]][] {
  const groups = Map.groupBy(calls, ({ tags }) => tags[0] ?? 'others');
  const order = [...firstTags.filter((tag) => groups.has(tag)), ...groups.keys()];
  return [...new Set(order)].map((tag) => [tag, groups.get(tag) ?? []]);
}

/** Returns a name of the contract in words: `outgoingWebhooks` as "Outgoing webhooks". */
function toWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escapeHtml(capitalize(words));
}

function getTitle({ operationId }: Operation): string {
  return toWords(operationId.split('.').at(-1) ?? operationId);
}

function renderVerb(method: string): string {
  return `<span class="verb ${method.toLowerCase()}">${method}</span>`;
}

function renderContents(groups: ReturnType<typeof groupByTag>): string {
  const start = [
    ['first-call', 'Your first call'],
    ['about', 'Keys, limits, pages'],
    ['events', 'Events of webhooks'],
  ].map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`);
  const listed = groups.map(
    ([tag, calls]) =>
      `<h2><a href="#${tag}">${toWords(tag)}</a></h2><ul>${calls.map((call) => `<li><a href="#${call.operationId}">${renderVerb(call.method)} ${getTitle(call)}</a></li>`).join('')}</ul>`,
  );
  return `<nav class="toc" aria-label="Calls"><h2><a href="#first-call">Start</a></h2><ul>${start.join('')}</ul>${listed.join('')}<h2><a href="#others">Other calls</a></h2></nav>`;
}

function renderFirstCall(origin: string): string {
  const rows = refusals.map((code) => {
    const { status, message } = errorCodes[code];
    return `<tr><td>${status} <code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`;
  });
  return `<section id="first-call"><h2>Your first call</h2><p>It lists your automations. Create a key in your settings: it begins with <code>pks_</code> and is shown once. Keep it in <code>PICKSYNC_KEY</code>; a key for reading cannot change anything.</p>${listFirstCalls(origin).map(renderCode).join('')}<h3>When it does not work</h3><table><thead><tr><th scope="col">Answer</th><th scope="col">What it says</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function renderEvents(): string {
  const rows = Object.entries(webhookEvents).map(
    ([event, text]) => `<tr><td><code>${event}</code></td><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Event</th><th scope="col">When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderCall(call: Call, origin: string): string {
  const { operationId, method, path, description = '', parameters = [], requestBody } = call;
  const body = requestBody?.content?.['application/json']?.schema;
  const [status, success] = Object.entries(call.responses).find(([code]) => /^[23]/.test(code)) ?? [];
  const reply = success?.content?.['application/json']?.schema;
  const given = parameters.map(({ name, in: place, required, schema, description: text }) => ({
    name,
    type: describeType(schema),
    isRequired: required,
    notes: [
      place === 'path' ? 'In the path' : place === 'query' ? 'In the address' : 'A header',
      ...(text ? [text] : []),
    ],
  }));
  return `<article id="${operationId}"><h3>${getTitle(call)}</h3><p class="call">${renderVerb(method)} <code>${escapeHtml(path)}</code></p><p>${escapeHtml(description)}</p>${renderFields('Parameters', given)}${body ? renderFields('Body', listFields(body)) : ''}${renderCode({ language: `curl, ${operationId}`, code: toCurl(call, origin, body) })}${reply ? `<details><summary>Reply, ${status}: ${escapeHtml(describeType(reply))}</summary>${renderFields('Fields', listFields(reply))}</details>` : ''}</article>`;
}

function renderFields(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, isRequired, notes }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(type)}${isRequired && title !== 'Fields' ? ', required' : ''}${notes.map((note) => `<small>${escapeHtml(note)}</small>`).join('')}</td></tr>`,
  );
  return `<h4>${title}</h4><table class="fields"><tbody>${rows.join('')}</tbody></table>`;
}

function toCurl({ method, path, parameters = [] }: Call, origin: string, body?: JsonSchema): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    return encodeURIComponent(String(schema ? createExample(schema, name) : name));
  });
  const isRead = method === 'GET';
  return [
    `curl ${isRead ? '' : `-X ${method} `}${origin}${filled}`,
    '-H "Authorization: Bearer $PICKSYNC_KEY"',
    ...(parameters.some(({ name }) => name === 'Idempotency-Key')
      ? ['-H "Idempotency-Key: $(uuidgen)"']
      : []),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(createExample(body), null, 2)}'`]
      : []),
  ].join(' \\\n  ');
}

/** Returns the little Markdown of the description as HTML: paragraphs, bold, code and links. */
function renderProse(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${renderInline(escapeHtml(paragraph))}</p>`)
    .join('');
}

function renderInline(text: string): string {
  return text
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>')
    .replaceAll(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2">$1</a>');
}
