import type { EndpointDefinition } from '@picksync/contracts';

/** Returns the endpoint that `serve` has put into the settings of a route; undefined for static files and unknown addresses. */
export function getEndpoint(route: { config?: unknown }): EndpointDefinition | undefined {
  return (route.config as { endpoint?: EndpointDefinition } | undefined)?.endpoint;
}
