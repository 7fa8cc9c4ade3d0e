import type { Contact } from './sheet.draft.ts';

/** The account that owns most sheets; the demo user connects with it. */
export const officeEmail = 'office@northwind.example';
/** A partner company whose sheets are shared to the office at each level. */
export const partnerEmail = 'projects@harborline.example';
/** A colleague with nothing of his own but two shared sheets: what an account with few rights sees. */
export const internEmail = 'intern@northwind.example';

export const seededAccounts = [
  { email: officeEmail, firstName: 'Olivia', lastName: 'Park', company: 'Northwind Studio' },
  { email: partnerEmail, firstName: 'Marek', lastName: 'Dvořák', company: 'Harborline Logistics' },
  { email: internEmail, firstName: 'Sam', lastName: 'Okafor', company: 'Northwind Studio' },
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

function mailName(name: string) {
  return name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');
}

export const staffMembers: readonly Contact[] = names.map((name) => ({
  name,
  email: `${mailName(name)}@northwind.example`,
}));

/** The member of staff with this number, counted around the list. */
export function staff(n: number): Contact {
  const person = staffMembers[n % staffMembers.length];
  if (!person) throw new Error('There is no staff.');
  return person;
}
