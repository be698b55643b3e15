import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { Head } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';

export const headFor = (): Head => ({ title: 'Settings' });

const groups = [
  {
    title: 'Your farm',
    links: [
      {
        href: pagePaths.settingSection('farm'),
        label: 'Farm',
        text: 'Name, address, map pin, phone, email, tax ID, hours, where order notices go, social links, low-stock limit.',
      },
      {
        href: pagePaths.settingSection('freight'),
        label: 'Freight',
        text: 'About what a carrier charges by distance and weight, for the order form.',
      },
      {
        href: pagePaths.settingSection('alerts'),
        label: 'Alerts',
        text: 'What you are told by email: low stock, payments, undelivered emails, a summary each morning.',
      },
    ],
  },
  {
    title: 'Words',
    links: [
      {
        href: pagePaths.settingSection('home'),
        label: 'Home page',
        text: 'Headline, pictures, what you grow, why you.',
      },
      {
        href: pagePaths.settingSection('story'),
        label: 'Our story',
        text: 'The chapters of the About page, with pictures.',
      },
      { href: pagePaths.settingSection('faqs'), label: 'FAQs', text: 'Questions and answers, in your order.' },
      { href: pagePaths.settingSection('breweries'), label: 'Breweries', text: 'Who bought, and what they brewed.' },
    ],
  },
  {
    title: 'Pictures',
    links: [
      {
        href: pagePaths.settingSection('gallery'),
        label: 'Gallery',
        text: 'Add, describe, hide and reorder pictures.',
      },
    ],
  },
  {
    title: 'Legal',
    links: [
      {
        href: pagePaths.settingSection('legal'),
        label: 'Privacy, terms, refunds',
        text: 'The pages at the foot of the site. Notes in the texts say what to check.',
      },
    ],
  },
  {
    title: 'The shop',
    links: [
      { href: pagePaths.status, label: 'Status', text: 'Payments, email, storage, database, backups, version.' },
      { href: pagePaths.people, label: 'People', text: 'Who can log in to the back office, and what they may do.' },
      { href: pagePaths.backups, label: 'Backups', text: 'Make one now, download it, see how old the last one is.' },
      { href: pagePaths.mail, label: 'Emails', text: 'What went out, what waits, what failed.' },
    ],
  },
];

/** Where an owner changes what the shop says and who works in it. */
export function Page() {
  if (currentUser().staff_role !== 'owner')
    return (
      <AdminPage title="Settings">
        <p>
          Settings are for owners. You may edit the{' '}
          <a className="text-link" href={pagePaths.settingSection('gallery')}>
            gallery
          </a>
          .
        </p>
      </AdminPage>
    );
  return (
    <AdminPage title="Settings">
      {groups.map(({ title, links }) => (
        <section key={title}>
          <h2 className="admin-section">{title}</h2>
          <ul className="settings-links">
            {links.map(({ href, label, text }) => (
              <li key={href}>
                <a href={href}>{label}</a>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </AdminPage>
  );
}
