// Parses URL parameters, for both sides.

export function positiveInteger(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** An invalid page number means the first page. */
export function pageNumber(searchParams: URLSearchParams): number {
  return positiveInteger(searchParams.get('page')) ?? 1;
}

export function pageSearch(searchParams: URLSearchParams): string {
  const page = pageNumber(searchParams);
  return page > 1 ? `?page=${page}` : '';
}

/** Undefined if it is not encoded as links encode it: a page has one URL. */
export function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text).toLowerCase() === segment.toLowerCase() ? text : undefined;
  } catch {
    return undefined;
  }
}
