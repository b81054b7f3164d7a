/** Something differs from what the demo should show. */
export class DemoError extends Error {}
