import type { Contact } from './sheet.draft.ts';

/** The account that owns most sheets; the demo user connects with it. */
export const OFFICE = 'office@northwind.example';
/** A partner company whose sheets are shared to the office at each level. */
export const PARTNER = 'projects@harborline.example';
/** A colleague with nothing of his own but two shared sheets: what an account with few rights sees. */
export const INTERN = 'intern@northwind.example';

export const ACCOUNTS = [
  { email: OFFICE, firstName: 'Olivia', lastName: 'Park', company: 'Northwind Studio' },
  { email: PARTNER, firstName: 'Marek', lastName: 'Dvořák', company: 'Harborline Logistics' },
  { email: INTERN, firstName: 'Sam', lastName: 'Okafor', company: 'Northwind Studio' },
];

const names = [
  'Amara Nwosu',
  'Ben Castellano',
  'Chloé Lefèvre',
  'Daniel Weiss',
  'Elif Yılmaz',
  'Farid Rahimi',
  'Grace Lindqvist',
  'Henrik Sørensen',
  'Inés Ortega',
  'Jonas Becker',
  'Kateryna Shevchenko',
  'Liam O’Connor',
  'Mei Tanaka',
  'Noah Fischer',
  'Priya Raman',
  'Rosa Jiménez',
  'Tom Whitaker',
  'Zoë van Dijk',
];

const mailName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');

export const STAFF: readonly Contact[] = names.map((name) => ({
  name,
  email: `${mailName(name)}@northwind.example`,
}));

/** The member of staff with this number, counted around the list. */
export function staff(n: number): Contact {
  const person = STAFF[n % STAFF.length];
  if (!person) throw new Error('There is no staff.');
  return person;
}
