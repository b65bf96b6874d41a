import { text } from '../input/text.ts';

export const applicationKeyName = text({ min: 1, max: 255, singleLine: true });
