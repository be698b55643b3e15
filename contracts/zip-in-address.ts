/** The ZIP code at the end of an address, as in "412 Second Street, Rio Vista, CA 94571-1234". */
export function zipInAddress(address: string): string | undefined {
  return /\b(\d{5})(?:-\d{4})?\D*$/.exec(address)?.[1];
}
