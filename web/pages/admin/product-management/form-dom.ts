// Form helpers that need the DOM.

export function focusFirst(form: HTMLElement | null, selector: string): void {
  const element = form?.querySelector(selector);
  if (element instanceof HTMLElement) element.focus();
}

/** Browsers hide the text of an invalid number or date; the server would only see an empty field. */
export function findUnreadable(
  form: HTMLFormElement | null,
  labels: Record<string, string>,
): Record<string, string[]> | undefined {
  const errors: Record<string, string[]> = {};
  for (const input of form?.elements ?? [])
    if (input instanceof HTMLInputElement && input.validity.badInput)
      errors[input.name] = [`${labels[input.name]} must be a ${input.type}.`];
  return Object.keys(errors).length > 0 ? errors : undefined;
}
