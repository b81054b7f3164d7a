/** What every kind is made of: its class, its shape, the operations that it uses, and marks on its fields. */
export { listing, operation } from "../live/operation.js";
export { AccessObject, AccessResource, type ArgsOf, type OutputsOf } from "../program/resource.js";
export { field, type Properties } from "../schema/fields.js";
export { entity } from "../shapes/entity.js";
export { membership } from "../shapes/membership.js";
export { subresource } from "../shapes/subresource.js";
