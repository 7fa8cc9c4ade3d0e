// What the worker and the packages that it loads need of the contracts. The schemas of all calls would cost each worker memory
// and make it start later.
export * from './automation-settings.ts';
export * from './copies.ts';
export * from './copy-refusals.ts';
export * from './dates.ts';
export * from './describe-left-out.ts';
export * from './entitlements.ts';
export * from './errors.ts';
export * from './format-number.ts';
export * from './health-findings.ts';
export * from './isolated.ts';
export * from './likely-pairs.ts';
export * from './limits.ts';
export * from './list-noun.ts';
export * from './maintenance-state.ts';
export * from './outgoing-webhooks.ts';
export * from './plans.ts';
export * from './pluralize.ts';
export * from './regions.ts';
export * from './rule-fields.ts';
export * from './runs.ts';
export * from './status.ts';
export * from './sync-failure-texts.ts';
export * from './target-columns.ts';
