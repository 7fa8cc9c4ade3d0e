import {
  automation,
  automationHealth,
  type EndpointDefinition,
  errorReply,
  getStatus,
  incompleteListHeader,
  lastRun,
  maxApiKeys,
  nextCursorHeader,
  preview,
  restoreState,
  review,
  rule,
  run,
  webhookBody,
  webhookEvents,
} from '@picksync/contracts';
import * as z from 'zod';

type Schema = Record<string, unknown>;

/** The calls of the API by noun and verb. */
type Calls = Record<string, Record<string, EndpointDefinition>>;

/** What replies have in common: described once, so that tools make one type of each. */
const named = z.registry<{ id: string }>();
const nouns = {
  Automation: automation,
  AutomationHealth: automationHealth,
  Error: errorReply,
  LastRun: lastRun,
  Preview: preview,
  RestoreState: restoreState,
  Review: review,
  Rule: rule,
  Run: run,
};
for (const [id, schema] of Object.entries(nouns)) named.add(schema, { id });

const namedPlace = '#/components/schemas/';

/**
 * Returns the calls as an OpenAPI document, from the values they are served by. Calls of other services are left out:
 * those services document them.
 */
export function buildOpenapi(all: Calls, { version, origin }: { version: string; origin: string }): Schema {
  const paths: Record<string, Schema> = {};
  for (const [noun, calls] of Object.entries(all)) {
    for (const [verb, endpoint] of Object.entries(calls)) {
      if (endpoint.raw === 'bytes') continue;
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          operationId: `${noun}.${verb}`,
          tags: [noun],
          ...toOperation(endpoint),
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Picksync', version, description: introduction },
    servers: [{ url: origin }],
    paths,
    webhooks: toWebhooks(toSchema(webhookBody, 'output')),
    components: {
      schemas: describeNamed(),
      securitySchemes,
    },
  };
}

/** Returns the calls that an API key may make. */
export function pickProgramCalls(all: Calls): Calls {
  const picked = Object.entries(all).map(([noun, calls]) => {
    return [noun, Object.fromEntries(Object.entries(calls).filter(([, { programs }]) => programs))];
  });
  return Object.fromEntries(picked);
}

function toOperation(endpoint: EndpointDefinition): Schema {
  const { params, query, body } = endpoint;
  const error = json({ $ref: `${namedPlace}Error` });
  return {
    ...toSecurity(endpoint),
    parameters: [
      ...toParameters('path', params),
      ...toParameters('query', query),
      ...toHeaderParameters(endpoint),
    ],
    ...(body && { requestBody: { required: true, content: json(toSchema(body, 'input')) } }),
    responses: {
      ...toSuccess(endpoint),
      ...toLimitReply(endpoint, error),
      default: { description: 'What went wrong', content: error },
    },
  };
}

function toSuccess(endpoint: EndpointDefinition): Schema {
  if (endpoint.raw === 'redirect') return { 302: { description: 'The browser is sent on' } };
  if (endpoint.raw === 'events') {
    const content = { 'text/event-stream': { schema: toSchema(endpoint.reply, 'output') } };
    return { 200: { description: 'Stays open; the data of each event', content } };
  }
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(endpoint.paged && { [nextCursorHeader]: text('Leads to the next page') }),
    ...(endpoint.partial && {
      [incompleteListHeader]: text('The list lacks items: how many there are, or unknown'),
    }),
  };
  return {
    [getStatus(endpoint)]: {
      description: 'Done',
      content: json(toSchema(endpoint.reply, 'output')),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  };
}

function toParameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, $defs: _named, ...rest } = z.toJSONSchema(schema, { io, metadata: named });
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${namedPlace}`));
}

function describeNamed(): Schema {
  const { schemas } = z.toJSONSchema(named, { io: 'output', uri: (id) => `${namedPlace}${id}` });
  const described = Object.entries(schemas).map(([id, { $schema: _, $id: _place, ...rest }]) => [id, rest]);
  return Object.fromEntries(described);
}

/** Returns a description with the named schemas written where they are used. */
export function inlineNamed(description: Schema): Schema {
  const { schemas } = description.components as { schemas: Schema };
  const inline = (_key: string, value: unknown): unknown => {
    const { $ref: place } = (value ?? {}) as { $ref?: unknown };
    return typeof place === 'string' ? schemas[place.slice(namedPlace.length)] : value;
  };
  return JSON.parse(JSON.stringify(description, inline));
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } };
}

/** The introduction for authors of programs. */
const introduction = `
Calls that take an **API key** are for your own programs. Create one in your settings (part of Premium, at most
${maxApiKeys} of them) and send it as \`Authorization: Bearer pks_…\`. A key of the scope *read* cannot change
anything. A key is shown once; revoke it when somebody else has seen it.

**Limits.** Each key has a number of calls a minute. Every reply says what is left of it in \`RateLimit\`; beyond it the
answer is 429, and \`Retry-After\` says how many seconds to wait.

**Repeating a creation.** Send an \`Idempotency-Key\` of your own, such as a UUID, with \`POST /api/configurations\`. When
no answer arrived, send the same again: for at least a day the reply is about the automation that the first request made,
with \`Idempotency-Replayed: true\`. When that automation has been deleted since, the reply is 409 \`idempotency_key_spent\`.

**Pages.** A list that has more carries the header \`X-Next-Cursor\`; send its value as \`cursor\`.

**Webhooks.** Instead of asking again and again, let us tell you: add an address in your settings (part of Premium).
What is sent is signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, so its libraries check it. Answer
with 2xx within ten seconds; anything else is tried again for about three days, with the same \`webhook-id\`. The order is
not promised.

**Errors** have a \`code\` to decide by and a \`message\` to show. New codes and new fields may be added to what is here;
what is here is not taken away.
`.trim();

const securitySchemes = {
  authToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `authToken` of the login. `GET /api/auth/status` renews it for the browser that signed in.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pks_…',
    description: 'An API key, for programs.',
  },
};

/** Returns who may make a call: nothing for everybody. */
function toSecurity({ access, programs }: EndpointDefinition): Schema {
  if (access === 'public') return {};
  if (!programs) return { security: [{ authToken: [] }] };
  const rights = programs === 'write' ? 'A key needs the right to write.' : 'Every key may make this call.';
  return { description: rights, security: [{ authToken: [] }, { apiKey: [] }] };
}

/** Returns the headers that a call takes. */
function toHeaderParameters({ idempotent }: EndpointDefinition): Schema[] {
  if (!idempotent) return [];
  const description = 'The same key with the same body again changes nothing.';
  const schema = { type: 'string', minLength: 1, maxLength: 200 };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema }];
}

/** Returns the reply to a program that calls too often. */
function toLimitReply({ programs }: EndpointDefinition, content: Schema): Schema {
  if (!programs) return {};
  const seconds = { description: 'Seconds to wait', schema: { type: 'integer' } };
  return { 429: { description: 'Too many calls', headers: { 'retry-after': seconds }, content } };
}

/** Returns what is sent to outgoing webhooks, by event. */
function toWebhooks(schema: Schema): Schema {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const parameters = [
    header('webhook-id', 'The same in every try of one event'),
    header('webhook-timestamp', 'Seconds since 1970, of this try'),
    header('webhook-signature', 'One or two signatures, by Standard Webhooks'),
  ];
  const request = { required: true, content: { 'application/json': { schema } } };
  const responses = { '2XX': { description: 'You have it. Anything else is tried again' } };
  const operation = { tags: ['webhooks'], parameters, requestBody: request, responses };
  const described = Object.entries(webhookEvents).map(([event, description]) => {
    return [event, { post: { ...operation, operationId: event, description } }];
  });
  return Object.fromEntries(described);
}
