/** Where the links in alerts lead: confirm or stop them. Only the server writes these links, so visitors do not load it. */
export const alertPath = (token: string): string => `/alerts?key=${token}`;
