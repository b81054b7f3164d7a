import { isUnknown } from "../../provider/schema/fields.js";
import { sensitiveIn, sensitiveSettings } from "../classes.js";
import { isMissing, type Program, type ProgramResource, placeIn, placeOf } from "../program.js";
import { type Fault, faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** The kind that declares the visibility of another one on its own, and the property that names it. */
const PARTS: Readonly<Record<string, readonly [kind: string, property: string]>> = {
    Bundle: ["BundleVisibility", "bundleId"],
    Group: ["GroupVisibility", "groupId"],
    Resource: ["ResourceVisibility", "resourceId"],
};

export const visibility: readonly PolicyRule[] = [
    stackRule({
        name: "sensitive-not-global",
        description: "What is sensitive is not shown to everybody.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings).flatMap((target) => shownToAll(program, target, "something sensitive")),
    }),
    stackRule({
        name: "sensitive-bundle-not-global",
        description: "A bundle with something sensitive in it is not shown to everybody.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) => {
            const links = sensitiveIn(program, settings).flatMap((target) =>
                target.kind === "Group"
                    ? program.pointingAt(target, "BundleGroup", "groupId")
                    : program.pointingAt(target, "BundleResource", "resourceId"),
            );
            const bundles = new Set(links.flatMap((link) => program.usedBy(link, "bundleId", "Bundle")));
            return [...bundles].flatMap((bundle) => shownToAll(program, bundle, "a bundle with something sensitive"));
        },
    }),
    resourceRule({
        name: "limited-names-groups",
        description: "What is shown to some only says to whom.",
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
            return isMissing(groups) || (Array.isArray(groups) && groups.length === 0)
                ? [
                      faultAt(
                          place,
                          "visibilityGroupIds",
                          "are empty: only administrators and those who have access see it",
                      ),
                  ]
                : [];
        },
    }),
];

/** Nothing said of a new object means that everybody sees it. */
function shownToAll(program: Program, target: ProgramResource, what: string): Fault[] {
    const templates = program.usedBy(target, "configurationTemplateId", "ConfigurationTemplate");
    const [kind = "", property = ""] = PARTS[target.kind] ?? [];
    const parts = program.pointingAt(target, kind, property);
    const inside = [target, ...templates]
        .map((resource) => placeIn(placeOf(resource), "visibility"))
        .filter((place) => place !== undefined);
    const found = [...inside, ...parts.map(placeOf)]
        .filter(({ given }) => given.visibility === "GLOBAL")
        .map((place) => faultAt(place, "visibility", `is GLOBAL for ${what}`));
    const isSaid =
        inside.length > 0 ||
        isUnknown(target.given.visibility) ||
        !isMissing(target.given.configurationTemplateId) ||
        program.mayBePointedAt(target, kind, property);
    return isSaid ? found : [faultAt(placeOf(target), "visibility", `is not given, which means GLOBAL, for ${what}`)];
}
