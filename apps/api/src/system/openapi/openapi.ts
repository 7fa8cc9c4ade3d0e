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
  headersOf,
  introduction,
  limitReplyOf,
  securityOf,
  securitySchemes,
  webhooksOf,
} from './for-programs.ts';

type Schema = Record<string, unknown>;

/**
 * Returns the calls as an OpenAPI document, from the values they are served by. Calls of other services are left out:
 * those services document them.
 */
export function openapiOf(
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
          ...operationOf(endpoint),
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Picksync', version, description: introduction },
    servers: [{ url: origin }],
    paths,
    webhooks: webhooksOf(schemaOf(webhookBody, 'output')),
    components: {
      schemas: { Error: schemaOf(errorReply, 'output') },
      securitySchemes,
    },
  };
}

function operationOf(endpoint: EndpointDefinition): Schema {
  const { params, query, body } = endpoint;
  const error = json({ $ref: '#/components/schemas/Error' });
  return {
    ...securityOf(endpoint),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query), ...headersOf(endpoint)],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      ...successOf(endpoint),
      ...limitReplyOf(endpoint, error),
      default: { description: 'What went wrong', content: error },
    },
  };
}

function successOf(endpoint: EndpointDefinition): Schema {
  if (endpoint.raw === 'redirect') return { 302: { description: 'The browser is sent on' } };
  if (endpoint.raw === 'events') {
    const content = { 'text/event-stream': { schema: schemaOf(endpoint.reply, 'output') } };
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
      content: json(schemaOf(endpoint.reply, 'output')),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } };
}
