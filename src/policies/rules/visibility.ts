import { isUnknown } from "../../common/unknown.js";
import { sensitiveIn, sensitiveRule, sensitiveSettings } from "../classes.js";
import { isMissing, isMissingOrEmpty, type Program, type ProgramResource, placeIn, resourcePlace } from "../program.js";
import { type Fault, faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** For each kind, the kind that declares its visibility separately, and the property of the latter with the id of the target. */
const SEPARATE_VISIBILITIES: Readonly<Record<string, readonly [kind: string, property: string]>> = {
    Bundle: ["BundleVisibility", "bundleId"],
    Group: ["GroupVisibility", "groupId"],
    Resource: ["ResourceVisibility", "resourceId"],
};

export const visibility: readonly PolicyRule[] = [
    sensitiveRule({
        name: "sensitive-not-global",
        description: "Sensitive groups and resources must not be visible to everyone.",
        enforcementLevel: "mandatory",
        find: (target, program) => visibleToAll(program, target, "a sensitive group or resource"),
    }),
    stackRule({
        name: "sensitive-bundle-not-global",
        description: "Bundles with a sensitive group or resource must not be visible to everyone.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) => {
            const links = sensitiveIn(program, settings).flatMap((target) =>
                target.kind === "Group"
                    ? program.pointingAt(target, "BundleGroup", "groupId")
                    : program.pointingAt(target, "BundleResource", "resourceId"),
            );
            const bundles = new Set(links.flatMap((link) => program.usedBy(link, "bundleId", "Bundle")));
            return [...bundles].flatMap((bundle) =>
                visibleToAll(program, bundle, "a bundle with a sensitive group or resource"),
            );
        },
    }),
    resourceRule({
        name: "limited-names-groups",
        description: "Limited visibility names the groups that can see the object.",
        enforcementLevel: "advisory",
        kinds: [
            "Bundle",
            "BundleVisibility",
            "ConfigurationTemplate",
            "Group",
            "GroupVisibility",
            "Resource",
            "ResourceVisibility",
        ],
        find: (resource) => {
            const place = resource.resource.kind.endsWith("Visibility") ? resource : placeIn(resource, "visibility");
            if (place?.given.visibility !== "LIMITED") return [];
            const { visibilityGroupIds: groups } = place.given;
            return isMissingOrEmpty(groups)
                ? [
                      faultAt(
                          place,
                          "visibilityGroupIds",
                          "are empty: only administrators and people with access see the object",
                      ),
                  ]
                : [];
        },
    }),
];

/** Reports a target that everyone can see. That is also the default for a new object. */
function visibleToAll(program: Program, target: ProgramResource, what: string): Fault[] {
    const templates = program.usedBy(target, "configurationTemplateId", "ConfigurationTemplate");
    const [kind = "", property = ""] = SEPARATE_VISIBILITIES[target.kind] ?? [];
    const parts = program.pointingAt(target, kind, property);
    const inside = [target, ...templates]
        .map((resource) => placeIn(resourcePlace(resource), "visibility"))
        .filter((place) => place !== undefined);
    const found = [...inside, ...parts.map(resourcePlace)]
        .filter(({ given }) => given.visibility === "GLOBAL")
        .map((place) => faultAt(place, "visibility", `is GLOBAL for ${what}`));
    const isDeclared =
        inside.length > 0 ||
        isUnknown(target.given.visibility) ||
        !isMissing(target.given.configurationTemplateId) ||
        program.mayBePointedAt(target, kind, property);
    return isDeclared
        ? found
        : [faultAt(resourcePlace(target), "visibility", `is not specified for ${what}, so it defaults to GLOBAL`)];
}
