/** The groups that reach each other and themselves: Tarjan's strongly connected components with more than one member. */
export function circlesIn(edges: { from: string; to: string }[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const to of next.get(node) ?? []) {
      const reached = order.has(to) ? (stack.includes(to) ? (order.get(to) ?? index) : index) : visit(to);
      lowest.set(node, Math.min(lowest.get(node) ?? index, reached));
    }
    if (lowest.get(node) === index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest.get(node) ?? index;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles;
}
