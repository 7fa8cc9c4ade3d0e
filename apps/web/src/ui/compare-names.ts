/** Compares names as lists show them: without regard to case and accents, numbers in them by their value. */
export const compareNames = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' }).compare;
