/** Time arrives as an argument, so that a test can hold it still. */
export type Clock = () => Date;
