import { breakGlassGroups, breakGlassSettings, sensitiveIn, sensitiveSettings } from "../classes.js";
import { placeOf, placesIn } from "../program.js";
import { requestableOf } from "../requests.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

export const approval: readonly PolicyRule[] = [
    stackRule({
        name: "sensitive-no-auto-approval",
        description:
            "No request for something sensitive is approved automatically. Groups for emergencies are exempt: they have rules of their own.",
        enforcementLevel: "mandatory",
        settings: { ...sensitiveSettings, ...breakGlassSettings },
        find: (program, settings) => {
            const forEmergencies = breakGlassGroups(program, settings);
            return sensitiveIn(program, settings)
                .filter((target) => !forEmergencies.includes(target))
                .flatMap((target) => requestableOf(program, target))
                .filter(({ given }) => given.autoApproval === true)
                .map((place) => faultAt(place, "autoApproval", "is true for something sensitive"));
        },
    }),
    resourceRule({
        name: "no-auto-approval-for-all",
        description:
            "Requests under the default configuration, which is for everybody, are not approved automatically.",
        enforcementLevel: "advisory",
        kinds: ["Group", "Resource", "ConfigurationTemplate"],
        find: (resource) =>
            placesIn(resource, "requestConfigurations")
                .filter(
                    ({ given }) => given.priority === 0 && given.allowRequests === true && given.autoApproval === true,
                )
                .map((place) => faultAt(place, "autoApproval", "is true for everybody who can see it")),
    }),
    stackRule({
        name: "sensitive-level-asked-for",
        description: "An access level of a sensitive resource is not open to requests without more ado.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings)
                .flatMap((target) => program.pointingAt(target, "CustomAccessLevel", "resourceId"))
                .filter(({ given }) => given.requestableByDefault === true)
                .map((level) =>
                    faultAt(placeOf(level), "requestableByDefault", "is true for a level of a sensitive resource"),
                ),
    }),
    resourceRule({
        name: "paladin-advises",
        description: "A Paladin advises people and takes no action itself.",
        enforcementLevel: "advisory",
        kinds: ["Paladin"],
        find: (place) =>
            place.given.monitorMode === false
                ? [faultAt(place, "monitorMode", "is false: it would act by itself")]
                : [],
    }),
];
