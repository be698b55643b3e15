// What every room works with. A room that needs more extends it in a file of its own.
import type { FastifyBaseLogger } from 'fastify';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { Media } from '#server/media/media.ts';
import type { RateLimits } from '#server/rate-limits/rate-limits.ts';
import type { Clock } from './clock.ts';

export type Shop = {
  database: Database;
  now: Clock;
  outbox: Outbox;
  audit: AuditWriter;
  rateLimits: RateLimits;
  media: Media;
  log: FastifyBaseLogger;
  /** For emails. */
  sender(): Sender;
  siteUrl(): string;
  /** Logs a failure that nobody waits for. */
  report(error: Error, what: string): void;
};
