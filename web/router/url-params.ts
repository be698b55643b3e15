// What the parts of an address mean, on either side.

export function positiveInteger(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** A page number that makes no sense shows the first page. */
export function pageNumber(searchParams: URLSearchParams): number {
  return positiveInteger(searchParams.get('page')) ?? 1;
}

export function pageSearch(searchParams: URLSearchParams): string {
  const page = pageNumber(searchParams);
  return page > 1 ? `?page=${page}` : '';
}
