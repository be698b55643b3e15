// What followers of a harvest get.
import { alertPath } from '#contracts/alert-path.ts';
import { formatDay } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { type CalendarEntry, writeCalendar } from '#server/calendar.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';

type Follower = { email: string; token: string };
type About = { hop: string; expected_on: string; entry: CalendarEntry };

export function movedEmail(
  { email, token }: Follower,
  { hop, expected_on, entry, was }: About & { was: string },
  sender: Sender,
): Email {
  return {
    recipient: email,
    subject: `${hop} harvest: now ${formatDay(expected_on)}`,
    unsubscribeUrl: sender.siteUrl + alertPath(token),
    calendar: writeCalendar([entry], sender),
    parts: [
      `We now expect to pick ${hop} on ${formatDay(expected_on)}, not on ${formatDay(was)}.`,
      'The attached calendar entry replaces the old one.',
      { link: sender.siteUrl + pagePaths.harvest, label: 'Harvest board' },
    ],
  };
}

export function calledOffEmail({ email }: Follower, { hop, expected_on, entry }: About, sender: Sender): Email {
  return {
    recipient: email,
    subject: `${hop} harvest: called off`,
    calendar: writeCalendar([entry], sender),
    parts: [
      `The ${hop} harvest that we expected on ${formatDay(expected_on)} is off the board.`,
      'The attached entry removes it from your calendar. You get no more emails about it.',
      { link: sender.siteUrl + pagePaths.harvest, label: 'Harvest board' },
    ],
  };
}
