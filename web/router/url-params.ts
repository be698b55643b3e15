// What the parts of an address mean, on either side.

export function wholeFromOne(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** A page number that makes no sense shows the first page. */
export function pageNumber(query: URLSearchParams): number {
  return wholeFromOne(query.get('page')) ?? 1;
}

export function pageSearch(query: URLSearchParams): string {
  const page = pageNumber(query);
  return page > 1 ? `?page=${page}` : '';
}
