import * as z from 'zod';
import { previewBody } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { idParams, isoTime } from './fields.ts';
import { type HealthCheck, healthFinding } from './health-findings.ts';

/** What a look at an automation found, in the order of `healthChecks`. */
export const healthReport = z.object({ checkedAt: isoTime, findings: z.array(healthFinding) });

export type HealthReport = z.output<typeof healthReport>;

/**
 * The checks that people are told of also when they passed, and that are counted then. The others are parts of these: a column
 * that is locked is one that cannot be changed.
 */
const toldWhenPassed: ReadonlySet<HealthCheck> = new Set([
  'rights',
  'plan',
  'only_writer',
  'loop',
  'source',
  'webhook',
  'size',
]);

/** Returns whether a check is shown and counted when it passed. */
export function isToldWhenPassed(check: HealthCheck): boolean {
  return toldWhenPassed.has(check);
}

export const healthCheckEndpoints = {
  /**
   * What would keep an automation from working, before it is created, or, with `automationId`, before its change is saved.
   * Refuses nothing but what cannot be looked at; stores nothing.
   */
  draft: endpoint('POST', '/api/configurations/check', {
    body: previewBody,
    reply: healthReport,
    access: 'user',
    programs: 'read',
  }),
  /** Looks at an automation now, also while it is paused, and keeps what was found as its `health`. */
  check: endpoint('POST', '/api/configurations/:id/check', {
    params: idParams,
    reply: healthReport,
    access: 'user',
  }),
};
