import type { AppError, ChannelKind } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { readChannelAddress, shortenAddress } from './channel-address.ts';

const problem = (kind: ChannelKind, address: string) => {
  try {
    readChannelAddress(kind, address, 'public');
    return null;
  } catch (error) {
    return (error as AppError).message;
  }
};

const workflow = 'workflows/b950a561/triggers/manual/paths/invoke?api-version=1&sig=tFs9Lpcd';

test.each([
  ['slack', 'https://hooks.slack.com/services/T0/B0/x8Qk'],
  ['teams', `https://prod-12.westeurope.logic.azure.com:443/${workflow}`],
  [
    'teams',
    `https://942e.4a.environment.api.powerplatform.com:443/powerautomate/automations/direct/${workflow}`,
  ],
] as const)('takes an address that %s gives out: %s', (kind, address) => {
  expect(problem(kind, address)).toBeNull();
});

test.each([
  ['slack', 'https://slack.com/archives/C024BE91L', /^This is the address of a channel\./],
  ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/x', /^This is not an address of Slack\./],
  [
    'slack',
    'https://hooks.slack.com/workflows/T0/B0/x',
    /begins with https:\/\/hooks\.slack\.com\/services\/$/,
  ],
  ['slack', 'http://hooks.slack.com/services/T0/B0/x', /begins with https/],
  ['slack', 'https://hooks.slack.com:22/services/T0/B0/x', /port 443 or 8443/],
  ['slack', 'https://169.254.169.254/services/T0/B0/x', /reached from the internet/],
  ['slack', 'https://me:secret@hooks.slack.com/services/T0/B0/x', /leave out the user name/],
  ['teams', 'https://northwind.webhook.office.com/webhookb2/8f', /^Microsoft has ended these addresses/],
  ['teams', 'https://logic.azure.com.evil.example/workflows/a', /^This is not an address of Microsoft Teams/],
  [
    'teams',
    'https://p.logic.azure.com/workflows/a/triggers/manual/paths/invoke',
    /The end of the address is missing/,
  ],
] as const)('refuses for %s what is no incoming webhook: %s', (kind, address, said) => {
  expect(problem(kind, address)).toMatch(said);
});

test('shows of an address where it is and its end, and never enough to post there', () => {
  expect(shortenAddress('slack', 'https://hooks.slack.com/services/T024BE91L/B024BE91L/aBcDeFgHx8Qk')).toBe(
    'hooks.slack.com/services/T02…/…x8Qk',
  );
  expect(shortenAddress('teams', `https://prod-12.westeurope.logic.azure.com:443/${workflow}`)).toBe(
    'prod-12.westeurope.logic.azure.com/…Lpcd',
  );
});
