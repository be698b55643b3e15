/** Round grid values that just include zero, the lowest and the highest value. */
export function gridValues(values: number[]): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values) || (lowest < 0 ? 0 : 100);
  const step = roundStep((highest - lowest) / MAX_STEPS);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
const MAX_STEPS = 5;

function roundStep(atLeast: number): number {
  const size = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * size >= atLeast) ?? 10;
  return factor * size;
}

/** 2500 -> $2.5k */
export function axisLabel(dollars: number): string {
  const sign = dollars < 0 ? '-' : '';
  const [divisor, unit] = sizes.find(([size]) => Math.abs(dollars) >= size) ?? [1, ''];
  return `${sign}$${Number((Math.abs(dollars) / divisor).toFixed(2))}${unit}`;
}
const sizes: [number, string][] = [
  [1_000_000, 'm'],
  [1_000, 'k'],
];
