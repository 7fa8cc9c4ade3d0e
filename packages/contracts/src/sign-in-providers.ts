/** What a person may sign in with besides a password. */
export const signInProviders = ['google', 'microsoft'] as const;

export type SignInProvider = (typeof signInProviders)[number];

export const signInProviderNames: Record<SignInProvider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
};
