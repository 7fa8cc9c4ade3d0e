import {
  activityEndpoints,
  apiKeyEndpoints,
  automationEndpoints,
  healthCheckEndpoints,
  previewEndpoints,
  reportEndpoints,
  ruleEndpoints,
  sheetEndpoints,
} from '@picksync/contracts';

/**
 * The nouns of the contract with calls that an API key may make; a test misses one that is not here. Each is named, so that the
 * comments of the contract are in the published types.
 */
export type ProgramEndpoints = {
  activity: typeof activityEndpoints;
  apiKeys: typeof apiKeyEndpoints;
  automations: typeof automationEndpoints;
  healthChecks: typeof healthCheckEndpoints;
  previews: typeof previewEndpoints;
  rules: typeof ruleEndpoints;
  reports: typeof reportEndpoints;
  sheets: typeof sheetEndpoints;
};

export const programEndpoints: ProgramEndpoints = {
  activity: activityEndpoints,
  apiKeys: apiKeyEndpoints,
  automations: automationEndpoints,
  healthChecks: healthCheckEndpoints,
  previews: previewEndpoints,
  rules: ruleEndpoints,
  reports: reportEndpoints,
  sheets: sheetEndpoints,
};
