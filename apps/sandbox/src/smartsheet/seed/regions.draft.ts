import { officeEmail, staff } from './people.ts';
import type { DraftRow, SheetDraft } from './sheet.draft.ts';

/** Parents and children in the hierarchy of the Regions sheet. */
const regionsByArea: Record<string, string[]> = {
  Americas: ['Canada', 'United States East', 'United States West', 'Mexico', 'Brasil'],
  EMEA: ['DACH', 'France', 'Iberia', 'Nordics', 'United Kingdom & Ireland', 'Türkiye', 'Middle East'],
  'Asia Pacific': ['Australia', 'India', '日本', 'Korea', 'Singapore'],
};

export const regionNames = Object.values(regionsByArea).flat();

const currencies: Record<string, string> = { Americas: 'USD', EMEA: 'EUR', 'Asia Pacific': 'SGD' };

/** Returns a source with a hierarchy, blank rows between the groups and a name in another script. */
export function regionsDraft(): SheetDraft {
  const rows: DraftRow[] = [];
  let lead = 0;
  for (const [area, regions] of Object.entries(regionsByArea)) {
    rows.push({ values: [area, null, currencies[area], { contact: staff(lead) }, true] });
    for (const region of regions) {
      lead += 1;
      rows.push({
        depth: 1,
        values: [
          region,
          region.slice(0, 3).toUpperCase(),
          currencies[area],
          { contact: staff(lead) },
          region !== 'Türkiye',
        ],
      });
    }
    rows.push({ values: [] });
  }
  return {
    name: 'Regions',
    owner: officeEmail,
    columns: [
      { title: 'Region', type: 'TEXT_NUMBER', primary: true, width: 230 },
      { title: 'Short', type: 'TEXT_NUMBER', width: 80 },
      { title: 'Currency', type: 'PICKLIST', options: ['EUR', 'SGD', 'USD'], validation: true, width: 110 },
      { title: 'Regional lead', type: 'CONTACT_LIST', width: 190 },
      { title: 'Open', type: 'CHECKBOX', width: 80 },
    ],
    rows,
  };
}
