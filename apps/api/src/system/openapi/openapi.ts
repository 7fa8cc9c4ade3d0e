import {
  type EndpointDefinition,
  type endpoints,
  errorReply,
  getStatus,
  incompleteListHeader,
  nextCursorHeader,
  webhookBody,
} from '@picksync/contracts';
import * as z from 'zod';
import {
  introduction,
  securitySchemes,
  toHeaderParameters,
  toLimitReply,
  toSecurity,
  toWebhooks,
} from './for-programs.ts';

type Schema = Record<string, unknown>;

/**
 * Returns the calls as an OpenAPI document, from the values they are served by. Calls of other services are left out:
 * those services document them.
 */
export function buildOpenapi(
  all: typeof endpoints,
  { version, origin }: { version: string; origin: string },
): Schema {
  const paths: Record<string, Schema> = {};
  for (const [noun, calls] of Object.entries(all)) {
    for (const [verb, endpoint] of Object.entries<EndpointDefinition>(calls)) {
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
      schemas: { Error: toSchema(errorReply, 'output') },
      securitySchemes,
    },
  };
}

function toOperation(endpoint: EndpointDefinition): Schema {
  const { params, query, body } = endpoint;
  const error = json({ $ref: '#/components/schemas/Error' });
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
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } };
}
