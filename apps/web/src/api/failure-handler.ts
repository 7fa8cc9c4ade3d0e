import type { EndpointDefinition } from '@picksync/contracts';
import type { ApiError } from './api-error.ts';

/** `quiet`: the caller shows the failure; the handler need not. */
export type FailedCall = { endpoint: Pick<EndpointDefinition, 'method' | 'path'>; quiet: boolean };
export type FailureHandler = (error: ApiError, failed: FailedCall) => void;

let handler: FailureHandler | null = null;

/** Registers the one global handler, which is called for every failed call; null removes it. */
export function handleFailures(next: FailureHandler | null): void {
  handler = next;
}

export const reportFailure: FailureHandler = (error, failed) => handler?.(error, failed);
