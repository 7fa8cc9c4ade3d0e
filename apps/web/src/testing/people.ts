import { type AuthStatus, signedOutStatus, type User, usualDateLook } from '@picksync/contracts';

export const user: User = {
  id: '0198f5a0-0000-7000-8000-000000000001',
  email: 'office@northwind.example',
  role: 'user',
  subscriptionTier: 'free',
  subscriptionStatus: 'trial',
  // So late that it goes on whenever the tests are run.
  trialEndDate: '2126-12-05T10:00:00.000Z',
  timeZone: null,
  ...usualDateLook,
};

export const nobody = signedOutStatus;

export const member: AuthStatus = { ...nobody, isAuthenticated: true, authToken: 'token-1', user };

export const connectedMember: AuthStatus = {
  ...member,
  smartsheetConnected: true,
  smartsheetState: 'connected',
  smartsheetEmail: 'sheets@northwind.example',
  smartsheetRegion: 'us',
};

export const premiumMember: AuthStatus = {
  ...connectedMember,
  user: { ...user, subscriptionTier: 'premium', subscriptionStatus: 'active', trialEndDate: null },
};
