import { delivery } from '#content/delivery.ts';
import { describePacking, packBags } from '#contracts/ordering-rules.ts';

const MAX_ICONS = 6;

/** Shows how the pounds are packed. It never changes the quantity. */
export function Bags({ lines }: { lines: { name: string; pounds: number }[] }) {
  // Each hop is bagged separately.
  const packed = lines.map(({ name, pounds }) => ({ name, packing: packBags(pounds) }));
  const icons = bagIcons(combinePackings(packed.map(({ packing }) => packing)));
  const text = packed
    .map(({ name, packing }) => (lines.length > 1 ? `${name}: ${describePacking(packing)}` : describePacking(packing)))
    .join('; ');
  return (
    <div className="bags">
      <p className="field-help">{delivery.bagNote}</p>
      <div className="bags-row">
        <div className="bag-icons" aria-hidden="true">
          {icons.map(({ key, size, label }) => (
            <div key={key} className={`bag bag-${heightOf(size)}`}>
              <svg viewBox="0 0 39 50" fill="currentColor" aria-hidden="true">
                <path d="M11 2c3 3 5 1.5 8.5 1.5S25 5 28 2l-3.4 8.5c8 6 12.4 15 12.4 25C37 45 31 49 19.5 49S2 45 2 35.5c0-10 4.4-19 12.4-25z" />
              </svg>
              <span className="tabular-nums">{label}</span>
            </div>
          ))}
        </div>
        <p role="status">{text || 'Enter pounds to see how they pack.'}</p>
      </div>
    </div>
  );
}

function combinePackings(packings: ReturnType<typeof packBags>[]) {
  const bags = delivery.bags.map((size) => ({
    size,
    count: packings.flatMap((each) => each.bags).reduce((sum, bag) => sum + (bag.size === size ? bag.count : 0), 0),
  }));
  return { bags: bags.filter(({ count }) => count > 0), customs: packings.map(({ custom }) => custom).filter(Boolean) };
}

/** One icon per bag, or per size with a count if there are many. */
function bagIcons({ bags, customs }: ReturnType<typeof combinePackings>) {
  const total = bags.reduce((sum, { count }) => sum + count, 0);
  const rest = customs.map((custom, n) => ({ key: `custom-${n}`, size: custom, label: String(custom) }));
  if (total + rest.length > MAX_ICONS)
    return [...bags.map(({ size, count }) => ({ key: String(size), size, label: `${count} × ${size}` })), ...rest];
  const standard = bags.flatMap(({ size, count }) =>
    Array.from({ length: count }, (_, n) => ({ key: `${size}-${n}`, size, label: String(size) })),
  );
  return [...standard, ...rest];
}

function heightOf(size: number): 'tall' | 'middle' | 'small' {
  const [tall = 0, middle = 0] = delivery.bags;
  if (size >= tall) return 'tall';
  return size >= middle ? 'middle' : 'small';
}
