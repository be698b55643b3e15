import { expect, test } from 'vitest';
import { pagePaths } from '#contracts/page-paths.ts';
import type { SampleShop } from '#scripts/sample-shop.ts';
import { adminScenes } from './admin-scenes.ts';
import { siteScenes } from './site-scenes.ts';

const scenes = [...siteScenes, ...adminScenes];
const order = { id: 1, key: 'k' };
const orders = {
  ...{
    paid: order,
    ready: order,
    shipped: order,
    changed: order,
    completed: order,
    cancelled: order,
    refunded: order,
    disputed: order,
  },
};
const invoice = { number: 1, key: 'k' };
const invoices = { paid: invoice, overdue: invoice, open: invoice, creditNote: invoice };
const shop: SampleShop = {
  ...{ url: '', orders, invoices, preview: '/blog/2' },
  logins: { staff: { token: '', user: {} }, customer: { token: '', user: {} } },
};

test('every page has a scene', () => {
  const shown = scenes.map(({ path }) => (typeof path === 'string' ? path : path(shop)).replace(/[?#].*/, ''));
  const {
    product,
    order: orderPath,
    blog,
    customer,
    invoice: invoicePath,
    pay,
    newOrderFor,
    changeOrder,
    settingSection,
    settingVersions,
    lot,
    reserve,
    reservations,
    ...paths
  } = pagePaths;
  const examples = [
    ...Object.values(paths),
    ...[
      product('comet'),
      lot('CO-26-SAMPLE'),
      reserve(1),
      reservations(1),
      orderPath(1),
      blog(2),
      customer(1),
      invoicePath(1),
      pay(1),
      '/alerts',
      newOrderFor(1),
      changeOrder(1),
      settingSection('farm'),
      settingVersions('faqs'),
    ],
  ];

  expect(examples.filter((path) => !shown.includes(path))).toEqual([]);
});

test('every scene has a name of its own', () => {
  const names = scenes.map(({ name }) => name);

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
