/** Injected wherever the time is needed, so tests can freeze it. */
export type Clock = () => Date;
