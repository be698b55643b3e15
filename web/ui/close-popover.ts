/** Older browsers have no popovers, and Chromium 114 throws if the popover is closed already. */
export function closePopover(element: HTMLElement | null): void {
  if (element && 'hidePopover' in element && element.matches(':popover-open')) element.hidePopover();
}
