/** How often and how many times to poll whether a payment has become active: about 80 seconds in all. */
export const activationPoll = { everyMs: 3000, most: 26 };
