/** Prints the receipts of the page without amounts. */
export function printPackingSlips(): void {
  document.documentElement.classList.add('packing-slip');
  print();
  document.documentElement.classList.remove('packing-slip');
}
