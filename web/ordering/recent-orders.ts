// The last orders of this browser, so that a guest who gave no email finds the receipt again. Kept on this device only.
import { readStorage, writeStorage } from '#web/session/browser-storage.ts';

export type RecentOrder = { id: number; key: string; at: string };

const KEY = 'recent orders';
const MAX = 5;

export function rememberOrder({ id, key }: { id: number; key: string }): void {
  const others = recentOrders().filter((order) => order.id !== id);
  writeStorage(KEY, JSON.stringify([{ id, key, at: new Date().toISOString() }, ...others].slice(0, MAX)));
}

/** Newest first. Stored data may come from another version or be edited by hand. */
export function recentOrders(): RecentOrder[] {
  try {
    const orders: unknown = JSON.parse(readStorage(KEY) ?? '[]');
    return Array.isArray(orders) ? orders.filter(isOrder).slice(0, MAX) : [];
  } catch {
    return [];
  }
}

const isOrder = (order: unknown): order is RecentOrder =>
  Number.isSafeInteger(Object(order).id) &&
  /^[\w-]{1,100}$/.test(String(Object(order).key)) &&
  !Number.isNaN(Date.parse(Object(order).at));
