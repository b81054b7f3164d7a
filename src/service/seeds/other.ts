import type { Builder } from "./builder.js";

/** Another made-up company, which shares names with the first and not one id. */
export function other(build: Builder): void {
    const administrators = build.owner("Administrators", [build.administrator]);
    const native = build.app("Quarry Hill", "SVC", administrators);
    const ivo = build.user("Ivo", "Sandoval", "Engineer");
    build.group("Everyone", native, administrators, "SVC_GROUP", [build.administrator, ivo]);
    build.channel("C0QUARRY", "quarry-audit");
    build.schedule("PAGER_DUTY", "PQUARRY1", "Quarry on call");
    build.tag("team", "platform");
}
