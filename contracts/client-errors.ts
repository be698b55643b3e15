import { z } from 'zod';
import { type EndpointTable, MessageResponse } from './endpoint.ts';

/** A failure of the page's code. No stack, no path and no data: they could identify someone. */
export const ClientError = z.object({
  /** The route's pattern, such as /order/:id. */
  route: z.string().max(100),
  type: z.string().max(50),
  message: z.string().max(200),
  /** The entry script, whose name changes with every build. */
  build: z.string().max(50),
});
export type ClientError = z.output<typeof ClientError>;

export const clientErrorEndpoints = {
  'POST /api/client-errors': {
    summary: "Report a page that failed in the browser to the shop's log",
    body: ClientError,
    response: MessageResponse,
    errors: { 429: 'Too many reports.' },
  },
} satisfies EndpointTable;
