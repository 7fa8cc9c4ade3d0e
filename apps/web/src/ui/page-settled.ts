let settle: () => void;
let isBeginning = false;

/** Resolves when the first page has everything that it shows at first. */
export const pageSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Begins the first page: until it is settled, it is drawn in parts. */
export function beginPage(): void {
  isBeginning = true;
}

/** Returns whether the first page is still being drawn. */
export function isPageBeginning(): boolean {
  return isBeginning;
}

/** Says that the first page is there. From now on every part is drawn at once. */
export function settlePage(): void {
  isBeginning = false;
  settle();
}
