/** Returns addresses that take messages, as the two channels form theirs. */
export function exampleAddresses(origin: string): { channel: 'slack' | 'teams'; address: string }[] {
  return [
    { channel: 'slack', address: `${origin}/services/T024BE91L/B024BE91L/aBcDeFgHx8Qk` },
    {
      channel: 'teams',
      address: `${origin}/workflows/b950a561/triggers/manual/paths/invoke?api-version=1&sig=tFs9LpcdsN`,
    },
  ];
}

/** Parts of an address that stand for a channel in that state, and its answer. */
export const addressStates = [
  { part: '/services/T…/B…/removed', answer: '404 no_service' },
  { part: '/services/T…/B…/inactive', answer: '403 no_active_hooks' },
  { part: '/services/T…/B…/wrong', answer: '403 invalid_token' },
  { part: '/services/T…/B…/deleted', answer: '404 channel_not_found' },
  { part: '/services/T…/B…/archived', answer: '410 channel_is_archived' },
  { part: '/services/T…/B…/prohibited', answer: '403 action_prohibited' },
  { part: '/services/T…/B…/busy', answer: '429 rate_limited' },
  { part: '/services/T…/B…/broken', answer: '500 rollup_error' },
  { part: '/workflows/deleted/…', answer: '404 WorkflowNotFound' },
  { part: '/workflows/off/…', answer: '400 WorkflowTriggerIsNotEnabled' },
  { part: '/workflows/tenant/…', answer: '401 DirectApiAuthorizationRequired' },
  { part: '/workflows/broken/…', answer: '502 NoResponse' },
] as const;
