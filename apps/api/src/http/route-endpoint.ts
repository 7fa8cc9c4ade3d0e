import type { EndpointDefinition } from '@picksync/contracts';
import type { FastifyContextConfig } from 'fastify';

/** Returns a route's settings with the endpoint it serves, for hooks to read. */
export function endpointConfig(
  endpoint: EndpointDefinition,
): FastifyContextConfig & { endpoint: EndpointDefinition } {
  return { endpoint };
}

/** Returns the endpoint of a route; undefined for static files and unknown addresses. */
export function getEndpoint(route: { config?: unknown }): EndpointDefinition | undefined {
  return (route.config as { endpoint?: EndpointDefinition } | undefined)?.endpoint;
}
