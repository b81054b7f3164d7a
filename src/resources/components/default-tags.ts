import * as pulumi from "@pulumi/pulumi";
import { kindNameOf } from "../../provider/schema/pulumi-type.js";
import { GroupTag } from "../kinds/tags/group-tag.js";
import { ResourceTag } from "../kinds/tags/resource-tag.js";

type Tagging = (name: string, id: pulumi.Output<string>, tagId: pulumi.Input<string>, parent: pulumi.Resource) => void;

/** How the objects of a kind are tagged. */
const TAGGINGS: Readonly<Record<string, Tagging>> = {
    Group: (name, groupId, tagId, parent) => new GroupTag(name, { groupId, tagId }, { parent }),
    Resource: (name, resourceId, tagId, parent) => new ResourceTag(name, { resourceId, tagId }, { parent }),
};

/**
 * Puts tags on every group and resource that the program declares after this call, in components, too, as `GroupTag` and `ResourceTag` below
 * them. The keys become part of their names: `{ environment: production.id }` makes `<name>-environment`. What is only looked up gets no tags.
 * Do not declare the same tag of one object again.
 */
export function setDefaultTags(tagIds: Readonly<Record<string, pulumi.Input<string>>>): void {
    pulumi.runtime.registerStackTransformation(({ type, name, opts, resource }) => {
        const tag = TAGGINGS[kindNameOf(type) ?? ""];
        if (tag && opts.id === undefined)
            // Its id is set when its constructor returns.
            queueMicrotask(() => {
                if (!pulumi.CustomResource.isInstance(resource)) return;
                for (const [key, tagId] of Object.entries(tagIds)) tag(`${name}-${key}`, resource.id, tagId, resource);
            });
        return undefined;
    });
}
