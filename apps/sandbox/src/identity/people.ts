import { createHash } from 'node:crypto';

/** A person as Google or Microsoft knows them. */
export type Person = {
  /** Chooses the person on the page, and in requests of tests. */
  id: string;
  name: string;
  email: string;
  /** Whether the provider vouches that the address is the person's. */
  isAddressVerified: boolean;
  /** Microsoft's directory, Google's hosted domain; null for a personal account. */
  organization: { tenantId: string; domain: string } | null;
  /** What is special about them, for whoever chooses. */
  note: string;
};

const northwind = { tenantId: '3f6c1d52-8c0e-4a55-9a35-5d0f1f0a6b11', domain: 'northwind.example' };
const harborline = { tenantId: '84d7c9a0-2f4b-4b1e-8f3a-6f1f6f2b7c22', domain: 'harborline.example' };
const elsewhere = { tenantId: 'd1a5b3e4-7c66-4d39-9b0e-0a9c8b7d6e33', domain: 'elsewhere.example' };

const demo = { name: 'Demo User', email: 'demo@picksync.example' };
const sam = { name: 'Sam Okafor', email: 'intern@northwind.example' };

export const googlePeople: Person[] = [
  {
    id: 'rosa',
    name: 'Rosa Jiménez',
    email: 'rosa.jimenez@northwind.example',
    isAddressVerified: true,
    organization: northwind,
    note: 'new to Picksync',
  },
  {
    id: 'demo',
    ...demo,
    isAddressVerified: true,
    organization: null,
    note: 'has a Picksync account with a password',
  },
  {
    id: 'sam',
    ...sam,
    isAddressVerified: false,
    organization: null,
    note: 'Google does not vouch for the address',
  },
];

export const microsoftPeople: Person[] = [
  {
    id: 'marek',
    name: 'Marek Dvořák',
    email: 'projects@harborline.example',
    isAddressVerified: true,
    organization: harborline,
    note: 'work account, address verified by its owner',
  },
  {
    id: 'demo',
    ...demo,
    isAddressVerified: true,
    organization: null,
    note: 'personal account; has a Picksync account with a password',
  },
  {
    id: 'sam',
    ...sam,
    isAddressVerified: false,
    organization: northwind,
    note: 'work account, address as an administrator typed it',
  },
  {
    id: 'mallory',
    name: 'Mallory Quill',
    email: demo.email,
    isAddressVerified: false,
    organization: elsewhere,
    note: 'another organization that claims the demo user’s address',
  },
];

/** Returns the person who typed an address. The same address is the same person. */
export function typedPerson(email: string, isAddressVerified: boolean): Person {
  return {
    id: `typed ${email} ${isAddressVerified}`,
    name: email.split('@')[0] ?? email,
    email,
    isAddressVerified,
    organization: isAddressVerified ? null : elsewhere,
    note: '',
  };
}

/** Returns bytes that stand for a person at a provider, and say nothing about them. */
export function hashPerson(provider: string, { id }: Person): Buffer {
  return createHash('sha256').update(`${provider} ${id}`).digest();
}

/** Returns the parts of a person's name; a name of one word has no family name. */
export function splitName({ name }: Person): { given_name: string; family_name?: string } {
  const [given = name, ...rest] = name.split(' ');
  return { given_name: given, ...(rest.length > 0 && { family_name: rest.join(' ') }) };
}
