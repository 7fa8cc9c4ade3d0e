import { indianStates } from './countries.ts';

type Rule = {
  /** Its name, as in `A German VAT ID has 9 digits after DE.` */
  name: string;
  form: RegExp;
  /** Its format in words. */
  words: string;
};

/**
 * The tax ids whose format is checked: those of the European Union, as VIES lists them, and some others. Whether a number
 * was issued to anybody is not checked.
 */
const rules: Readonly<Record<string, Rule>> = {
  AT: { name: 'An Austrian VAT ID', form: /^ATU\d{8}$/, words: 'has U and 8 digits after AT' },
  BE: { name: 'A Belgian VAT ID', form: /^BE[01]\d{9}$/, words: 'has 10 digits, the first 0 or 1, after BE' },
  BG: { name: 'A Bulgarian VAT ID', form: /^BG\d{9,10}$/, words: 'has 9 or 10 digits after BG' },
  CY: { name: 'A Cypriot VAT ID', form: /^CY\d{8}[A-Z]$/, words: 'has 8 digits and a letter after CY' },
  CZ: { name: 'A Czech VAT ID', form: /^CZ\d{8,10}$/, words: 'has 8 to 10 digits after CZ' },
  DE: { name: 'A German VAT ID', form: /^DE\d{9}$/, words: 'has 9 digits after DE' },
  DK: { name: 'A Danish VAT ID', form: /^DK\d{8}$/, words: 'has 8 digits after DK' },
  EE: { name: 'An Estonian VAT ID', form: /^EE\d{9}$/, words: 'has 9 digits after EE' },
  ES: {
    name: 'A Spanish VAT ID',
    form: /^ES([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
    words: 'has 9 characters, the first or the last a letter, after ES',
  },
  FI: { name: 'A Finnish VAT ID', form: /^FI\d{8}$/, words: 'has 8 digits after FI' },
  FR: {
    name: 'A French VAT ID',
    form: /^FR[A-Z\d]{2}\d{9}$/,
    words: 'has 2 characters and 9 digits after FR',
  },
  GR: { name: 'A Greek VAT ID', form: /^EL\d{9}$/, words: 'has 9 digits after EL' },
  HR: { name: 'A Croatian VAT ID', form: /^HR\d{11}$/, words: 'has 11 digits after HR' },
  HU: { name: 'A Hungarian VAT ID', form: /^HU\d{8}$/, words: 'has 8 digits after HU' },
  IE: {
    name: 'An Irish VAT ID',
    form: /^IE(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
    words: 'has 8 or 9 characters, a letter at the end, after IE',
  },
  IT: { name: 'An Italian VAT ID', form: /^IT\d{11}$/, words: 'has 11 digits after IT' },
  LT: { name: 'A Lithuanian VAT ID', form: /^LT(\d{9}|\d{12})$/, words: 'has 9 or 12 digits after LT' },
  LU: { name: 'A Luxembourg VAT ID', form: /^LU\d{8}$/, words: 'has 8 digits after LU' },
  LV: { name: 'A Latvian VAT ID', form: /^LV\d{11}$/, words: 'has 11 digits after LV' },
  MT: { name: 'A Maltese VAT ID', form: /^MT\d{8}$/, words: 'has 8 digits after MT' },
  NL: { name: 'A Dutch VAT ID', form: /^NL\d{9}B\d{2}$/, words: 'has 9 digits, B and 2 digits after NL' },
  PL: { name: 'A Polish VAT ID', form: /^PL\d{10}$/, words: 'has 10 digits after PL' },
  PT: { name: 'A Portuguese VAT ID', form: /^PT\d{9}$/, words: 'has 9 digits after PT' },
  RO: { name: 'A Romanian VAT ID', form: /^RO\d{2,10}$/, words: 'has 2 to 10 digits after RO' },
  SE: { name: 'A Swedish VAT ID', form: /^SE\d{12}$/, words: 'has 12 digits after SE' },
  SI: { name: 'A Slovenian VAT ID', form: /^SI\d{8}$/, words: 'has 8 digits after SI' },
  SK: { name: 'A Slovak VAT ID', form: /^SK\d{10}$/, words: 'has 10 digits after SK' },
  GB: {
    name: 'A British VAT ID',
    form: /^(GB(\d{9}|\d{12}|(GD|HA)\d{3})|XI(\d{9}|\d{12}))$/,
    words: 'has 9 or 12 digits after GB, or after XI',
  },
  CH: {
    name: 'A Swiss VAT ID',
    form: /^CHE\d{9}(MWST|TVA|IVA)?$/,
    words: 'has 9 digits after CHE',
  },
  NO: { name: 'A Norwegian VAT ID', form: /^(NO)?\d{9}(MVA)?$/, words: 'has 9 digits, and MVA after them' },
  AU: { name: 'An Australian ABN', form: /^\d{11}$/, words: 'has 11 digits' },
  IN: {
    name: 'A GSTIN',
    form: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/,
    words: 'has 15 characters, such as 29ABCDE1234F1Z5',
  },
};

/** Returns a tax id as it is stored: in capitals, without spaces, punctuation and marks that cannot be seen. */
export function tidyTaxId(typed: string): string {
  return typed.toUpperCase().replace(/[\s\p{Cf}./-]/gu, '');
}

/** Returns what is wrong with the format of a tidied tax id; undefined if it is right or the format is not known. */
export function taxIdProblem(taxId: string, { country, region }: { country: string; region: string }) {
  const rule = rules[country];
  if (!rule || taxId === '') return undefined;
  if (!rule.form.test(taxId)) return `${rule.name} ${rule.words}.`;
  const state = country === 'IN' ? indianStates[region] : undefined;
  if (state === undefined || taxId.startsWith(state)) return undefined;
  return `A GSTIN of ${region} begins with ${state}.`;
}
