// What only the browser knows of the form, and may do with it.
import { isFieldName, labels } from './product-form-state.ts';

export function focusFirst(form: HTMLFormElement | null, selector: string): void {
  const found = form?.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** A browser gives away nothing of a number it cannot read; to the server the field would look empty. */
export function oddNumbersIn(form: HTMLFormElement | null): Record<string, string[]> | undefined {
  const odd: Record<string, string[]> = {};
  for (const input of form?.elements ?? [])
    if (input instanceof HTMLInputElement && input.validity.badInput && isFieldName(input.name))
      odd[input.name] = [`${labels[input.name]} must be a number.`];
  return Object.keys(odd).length > 0 ? odd : undefined;
}
