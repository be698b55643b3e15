// How far a machine goes, computed from bench/RESULTS.md into docs/capacity.md: npm run bench -- capacity
import { readFileSync, writeFileSync } from 'node:fs';

export const FILES = { results: 'bench/RESULTS.md', capacity: 'docs/capacity.md' };

/** Assumed, not measured. docs/capacity.md gives the reasons. */
const USABLE_CPU = 0.7;
const COMMIT_MS = 2;
const FILES_PER_PAGE = 3;
const MACHINES = [2, 8, 32];
const FARM = { visits: 300, pagesPerVisit: 5, orders: 15, staffActions: 150 };
const FARMS = [1, 100, 10_000];
const BUSIEST_HOUR = 0.2;
const BURST = 10;
const YEARS = 5;
const CONNECTIONS_PER_SHOP = 2;
const CONNECTIONS_PER_CLUSTER = 1000;
const CONNECTION_MB = 5;

type Cost = { shop: number; database: number };

export type Costs = ReturnType<typeof readCosts>;

export function readCosts(results: string) {
  const section = /^## Costs\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(results)?.[1] ?? '';
  const values = (title: string): number[] => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${title} |`));
    if (!row) throw new Error(`${FILES.results} has no row “${title}”. Run: npm run bench -- costs`);
    return row.split('|').slice(2, -1).map(Number);
  };
  const cost = (title: string): Cost => {
    const [shop = 0, database = 0] = values(title);
    return { shop, database };
  };
  return {
    cachedPage: cost('a cached page'),
    read: cost('what a page shows, read from the database'),
    order: cost('an order'),
    list: cost('staff: a page of Order Management'),
    details: cost('staff: an order and its history'),
    change: cost('staff: marking an order ready'),
    memoryMb: values('memory of an instance after this load, MB')[0] ?? 0,
    orderBytes: values('an order in PostgreSQL, with indexes, bytes')[0] ?? 0,
    logBytes: values("an order in PostgreSQL's write-ahead log, bytes")[0] ?? 0,
  };
}

export function computeTables(costs: Costs): string {
  return [machines(costs), farms(costs)].join('\n\n');
}

/** The shop and PostgreSQL on one machine. */
function machines({ cachedPage, order }: Costs): string {
  const rows = MACHINES.map((cores) => {
    const cpu = cores * USABLE_CPU * 1e6;
    const orders = cpu / (order.shop + order.database);
    const oneHop = 1000 / COMMIT_MS;
    const instances = Math.max(1, Math.round((cpu / 1e6) * (order.shop / (order.shop + order.database))));
    const first = orders > oneHop ? 'the row of the hop that everyone buys' : 'CPU';
    return `| ${cores} | ${instances} | ${whole(cpu / cachedPage.shop)} | ${whole(orders)} | ${whole(Math.min(orders, oneHop))} | ${first} |`;
  });
  return table(
    ['cores', 'instances', 'pages a second', 'orders a second', 'of one hop', 'what is used up first'],
    rows,
  );
}

/** A shop for each farm, on clusters they share. */
function farms(costs: Costs): string {
  const { cachedPage, read, order, list, details, change } = costs;
  const pages = FARM.visits * FARM.pagesPerVisit;
  const requests = pages * (1 + FILES_PER_PAGE);
  const day = (part: keyof Cost): number =>
    (requests * cachedPage[part] +
      FARM.orders * (order[part] + read[part] * FILES_PER_PAGE) +
      FARM.staffActions * (list[part] + details[part] + change[part])) /
    1e6;
  const [shopSeconds, databaseSeconds] = [day('shop'), day('database')];
  const busyCores = (((shopSeconds + databaseSeconds) * BUSIEST_HOUR) / 3600) * BURST;
  const rows = FARMS.map((count) => {
    const connections = count * CONNECTIONS_PER_SHOP;
    const memoryGb = (count * costs.memoryMb + connections * CONNECTION_MB) / 1024;
    const yearGb = (count * FARM.orders * 365 * costs.orderBytes) / 1e9;
    return [
      `| ${whole(count)} | ${whole(count * FARM.orders)} | ${round((count * (shopSeconds + databaseSeconds) * 30) / 3600)}`,
      `${round(Math.max(count * busyCores, 0.01))} | ${round(memoryGb)} | ${round(yearGb * YEARS)}`,
      `${round((count * FARM.orders * costs.logBytes) / 1e9)} | ${Math.ceil(connections / CONNECTIONS_PER_CLUSTER)} |`,
    ].join(' | ');
  });
  return table(
    [
      ...['farms', 'orders a day', 'CPU hours a month', 'cores in a busy second', 'memory, GB'],
      ...[`data after ${YEARS} years, GB`, 'log a day, GB', 'clusters'],
    ],
    rows,
  );
}

const table = (titles: string[], rows: string[]): string =>
  [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`, ...rows].join('\n');

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const round = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 2 });

const START = '<!-- computed: npm run bench -- capacity -->';
const END = '<!-- end -->';

/** Puts the tables between the marks. */
export function fillIn(document: string, tables: string): string {
  const [before, rest] = document.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${FILES.capacity} has no place for the tables.`);
  return `${before}${START}\n\n${tables}\n\n${END}${after}`;
}

if (import.meta.main) {
  const tables = computeTables(readCosts(readFileSync(FILES.results, 'utf8')));
  writeFileSync(FILES.capacity, fillIn(readFileSync(FILES.capacity, 'utf8'), tables));
  console.log(tables);
}
