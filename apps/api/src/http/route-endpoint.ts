import type { EndpointDefinition } from '@picksync/contracts';
import type { FastifyContextConfig } from 'fastify';

/** A route's settings with the endpoint it serves, so that hooks can ask what a request is about. */
export const endpointConfig = (
  endpoint: EndpointDefinition,
): FastifyContextConfig & { endpoint: EndpointDefinition } => ({ endpoint });

/** The endpoint a route serves; undefined for the static files and for what nobody serves. */
export const endpointOf = (route: { config?: unknown }): EndpointDefinition | undefined =>
  (route.config as { endpoint?: EndpointDefinition } | undefined)?.endpoint;
