import { createSavedViewBody, editSavedViewBody } from '@picksync/contracts';
import { checkWith } from '../../../api/check-with.ts';

export const checkSavedView = checkWith(createSavedViewBody);
export const checkViewName = checkWith(editSavedViewBody.pick({ name: true }).required());
