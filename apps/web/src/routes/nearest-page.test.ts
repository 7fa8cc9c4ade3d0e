import { expect, test } from 'vitest';
import { nearestPage } from './nearest-page.ts';

test.each([
  ['/dashbord', 'Dashboard'],
  ['/Setings', 'Settings'],
  ['/configuration', 'Configurations'],
  ['/automations/', 'Configurations'],
  ['/rules', 'Configurations'],
  ['/activity', 'Activity logs'],
  ['/logs', 'Activity logs'],
  ['/plans', 'Subscription'],
  ['/billing', 'Subscription'],
  ['/halp', 'Help & Support'],
  ['/files', undefined],
  ['/sign-in', undefined],
  ['/nowhere', undefined],
  ['/', undefined],
  [`/${'a'.repeat(5000)}`, undefined],
])('%.20s is nearest to %s for those who are signed in', (path, name) =>
  expect(nearestPage(path, { isSignedIn: true })?.name).toBe(name),
);

test.each([
  ['/signin', 'Login'],
  ['/sign-up', 'Register'],
  ['/plans', 'Pricing'],
  ['/activity', undefined],
])('%s is nearest to %s for visitors', (path, name) =>
  expect(nearestPage(path, { isSignedIn: false })?.name).toBe(name),
);
