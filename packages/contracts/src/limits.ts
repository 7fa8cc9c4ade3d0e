// How much of a kind one person may have. The errors say these numbers too.

/** How many outgoing webhooks a person may have. */
export const maxOutgoingWebhooks = 10;

/** How many keys a person may have. Expired ones count until they are revoked. */
export const maxApiKeys = 20;

/** How many views of the list a person may keep. */
export const maxSavedViews = 20;

/** How many rules a person may have. */
export const maxRules = 50;
