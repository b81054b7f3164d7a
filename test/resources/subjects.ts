import type { Subject } from "../conformance/subject.js";
import { bundle } from "./bundle.subject.js";
import { bundleGroup } from "./bundle-group.subject.js";
import { bundleVisibility } from "./bundle-visibility.subject.js";
import { group } from "./group.subject.js";
import { groupMessageChannels } from "./group-message-channels.subject.js";
import { groupOnCallSchedules } from "./group-on-call-schedules.subject.js";
import { groupUser } from "./group-user.subject.js";
import { groupVisibility } from "./group-visibility.subject.js";
import { owner } from "./owner.subject.js";
import { ownerUsers } from "./owner-users.subject.js";

/** One line a kind, as in src/resources/index.ts; the suite fails where one is missing. */
export const subjects: readonly Subject[] = [
    owner,
    ownerUsers,
    bundle,
    bundleVisibility,
    bundleGroup,
    group,
    groupVisibility,
    groupMessageChannels,
    groupOnCallSchedules,
    groupUser,
];
