/** How often every connection is swept. */
export const sweepWindowMinutes = 15;
