import { z } from 'zod';
import { isDay } from './sales-range.ts';

/** A day of the farm, as it is sent. */
export const Day = z.string('Say the day as 2026-09-12.').refine(isDay, 'Say the day as 2026-09-12.');
