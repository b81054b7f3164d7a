/** What every domain is made of: operations by name, refusals, pages and filters of lists, and the store. */
export type { Area, Call, Caller, Situation } from "./http/area.js";
export { BadRequest, Conflict, Forbidden, NotFound, StartError, TooManyRequests, Unauthorized } from "./http/errors.js";
export { fits, isNamed, limitedPage, listed, listedAs, nameMatches, page, readLimit } from "./http/pages.js";
export type { Records, Store, Table } from "./storage/store.js";
