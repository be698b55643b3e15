import { serve } from '../http/serve.ts';
import type { Figures } from './figures.ts';

export const figureRoutes = (figures: Figures) => [serve('GET /api/dashboard/admin', () => figures.dashboard())];
