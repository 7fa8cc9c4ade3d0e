/** The legal pages of a deployment, which the API serves, with their titles. */
export const legalPageTitles = { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint' };

export type LegalPage = keyof typeof legalPageTitles;

export const legalPages = Object.keys(legalPageTitles) as LegalPage[];

/** Their addresses with their titles, as links. */
export const legalLinks = legalPages.map((page) => [`/${page}`, legalPageTitles[page]] as const);
