/** What the tools around the provider need of its kernel. */
import type { Source } from "./provider/live/source.js";
import * as objectSources from "./resources/sources.js";

export { dynamicProvider } from "./provider/dynamic.js";
export { Live } from "./provider/live/live.js";
export { propertiesIn, type Source } from "./provider/live/source.js";
export { TokenRights } from "./provider/live/token-rights.js";
export { type DeclaredResource, parseState, programOf } from "./provider/metadata.js";
export { type RecordingRun, recordedResource } from "./provider/recording.js";
export { Authors } from "./provider/run/authors.js";
export { Session } from "./provider/run/session.js";
export { differences } from "./provider/schema/comparison/differences.js";
export { counterparts } from "./provider/schema/comparison/pairing.js";
export { wholeElements } from "./provider/schema/comparison/undeclared.js";
export { remembered } from "./provider/schema/comparison/unreadable.js";
export {
    accessAt,
    changesIn,
    riskOfChange,
    riskOfSetting,
    settingsIn,
    type ValueChange,
} from "./provider/schema/comparison/value-changes.js";
export { withoutDefaults } from "./provider/schema/defaults.js";
export { type FieldSchema, insideOf, marksOf, nullStandIn, schemaAt } from "./provider/schema/fields.js";
export { referencesIn, referredAt, referredBy } from "./provider/schema/references.js";
export { RISKS, type Risk, riskiest } from "./provider/schema/risk.js";
export { isSecretPath } from "./provider/sentences.js";
export {
    argumentsOf,
    holdsSecret,
    isExported,
    partsGiven,
    SecretArgument,
    undeclarable,
    unreadOf,
} from "./provider/shapes/arguments.js";
export { enumTypeOf } from "./provider/shapes/enum-types.js";
export { decidesAccess } from "./provider/shapes/field-record.js";
export {
    type DiscoveryWay,
    type Existing,
    handlerOf,
    hasForeignCode,
    type Kind,
    keyText,
    kindSources,
} from "./provider/shapes/kind.js";
export {
    type DeploymentDocument,
    hasPlaintext,
    openedProperties,
    parseDeployment,
    type StateEntry,
} from "./stack/deployment.js";
export { foreignCodeIn } from "./stack/foreign-code.js";
export { migrated } from "./stack/recovery/migration.js";
export { recover } from "./stack/recovery/recovery.js";

/** Where the objects of each kind are read. */
export const sources: readonly Source[] = Object.values(objectSources);
