let settle: () => void;

/** Resolves when the first page has everything that it shows at first. */
export const pageSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Says that the first page is there. */
export function settlePage(): void {
  settle();
}
