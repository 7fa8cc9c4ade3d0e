import { create } from 'zustand';

/** Whether the account was deleted in this page: the farewell is shown only then. */
export const useFarewell = create<{ isDue: boolean }>(() => ({ isDue: false }));
