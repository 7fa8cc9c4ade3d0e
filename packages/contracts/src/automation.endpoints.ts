import { automationEndpoints as automations } from './automations.ts';
import { healthCheckEndpoints as healthChecks } from './health-checks.ts';
import { previewEndpoints as previews } from './previews.ts';

/** The calls about automations, by noun. */
export const automationNouns = { automations, healthChecks, previews };
