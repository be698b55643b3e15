import { useShopFacts } from '../data/shop-facts.ts';

/** Wherever one is: nobody must take the demo for the real thing. */
export function DemoBar() {
  if (useShopFacts().payments.provider !== 'demo') return null;
  return <p className="demo-bar">Demo payments: cards are not charged on this site.</p>;
}
