import * as pulumi from "@pulumi/pulumi";
import { kindNameOf } from "../../common/pulumi-type.js";
import { GroupTag } from "../kinds/tags/group-tag.js";
import { ResourceTag } from "../kinds/tags/resource-tag.js";

type Tagger = (name: string, id: pulumi.Output<string>, tagId: pulumi.Input<string>, parent: pulumi.Resource) => void;

/** Functions that add a tag to an object, by kind of object. */
const TAGGERS: Readonly<Record<string, Tagger>> = {
    Group: (name, groupId, tagId, parent) => new GroupTag(name, { groupId, tagId }, { parent }),
    Resource: (name, resourceId, tagId, parent) => new ResourceTag(name, { resourceId, tagId }, { parent }),
};

/**
 * Tags every group and resource that the program declares after this call, including those in components. Each tag is a child `GroupTag` or
 * `ResourceTag` whose name ends in the key: `{ environment: production.id }` creates `<name>-environment`. Objects that are only looked up
 * are not tagged. Do not also declare one of these tags separately.
 */
export function setDefaultTags(tagIds: Readonly<Record<string, pulumi.Input<string>>>): void {
    pulumi.runtime.registerStackTransformation(({ type, name, opts, resource }) => {
        const tag = TAGGERS[kindNameOf(type) ?? ""];
        if (tag && opts.id === undefined)
            // Wait, because the resource has no id until its constructor returns.
            queueMicrotask(() => {
                if (!pulumi.CustomResource.isInstance(resource)) return;
                for (const [key, tagId] of Object.entries(tagIds)) tag(`${name}-${key}`, resource.id, tagId, resource);
            });
        return undefined;
    });
}
