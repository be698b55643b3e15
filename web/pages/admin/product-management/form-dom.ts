// What only the browser knows of a form, and may do with it.

export function focusFirst(form: HTMLFormElement | null, selector: string): void {
  const found = form?.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** A browser gives away nothing of a number or date it cannot read; to the server the field would look empty. */
export function findUnreadable(
  form: HTMLFormElement | null,
  labels: Record<string, string>,
): Record<string, string[]> | undefined {
  const odd: Record<string, string[]> = {};
  for (const input of form?.elements ?? [])
    if (input instanceof HTMLInputElement && input.validity.badInput)
      odd[input.name] = [`${labels[input.name]} must be a ${input.type}.`];
  return Object.keys(odd).length > 0 ? odd : undefined;
}
