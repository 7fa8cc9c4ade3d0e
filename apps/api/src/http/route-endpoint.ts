import type { EndpointDefinition } from '@picksync/contracts';
import type { FastifyContextConfig } from 'fastify';

/** A route's settings with the endpoint it serves, so that hooks can ask what a request is about. */
export function endpointConfig(
  endpoint: EndpointDefinition,
): FastifyContextConfig & { endpoint: EndpointDefinition } {
  return { endpoint };
}

/** The endpoint a route serves; undefined for the static files and for what nobody serves. */
export function endpointOf(route: { config?: unknown }): EndpointDefinition | undefined {
  return (route.config as { endpoint?: EndpointDefinition } | undefined)?.endpoint;
}
