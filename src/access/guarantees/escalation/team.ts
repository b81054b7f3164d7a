import { selections } from "../../../common/selections.js";
import type { Target } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import type { AccessModel } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import type { Take } from "./take.js";
import { isRuled } from "./useful-targets.js";

/** A person and their accomplices, who approve each other's requests and assign access to each other where they are allowed to. */
export class Team {
    /** Numbers of the person and their accomplices in the model. */
    readonly members: readonly number[];

    constructor(
        readonly person: number,
        accomplices: readonly number[],
    ) {
        this.members = [person, ...accomplices];
    }

    /** Members who can obtain a target without the help of anyone outside the team. */
    takers(model: AccessModel, target: Target): PrincipalSet {
        const { administration, requests, records } = model;
        const isRuledGroup = isRuled(records, target);
        const assigners = isRuledGroup ? administration.admitters(target) : administration.assigners(target);
        if (this.members.some((one) => assigners.has(one))) return PrincipalSet.of(this.members);
        if (isRuledGroup) return PrincipalSet.empty;
        const alone = requests.withoutApproval(target);
        return PrincipalSet.of(
            this.members.filter((one) => alone.has(one) || requests.isApprovedBy(target, one, this.members)),
        );
    }

    /** Returns the step by which a member obtains a target, with the help of as few other members as possible. */
    takeOf(model: AccessModel, member: number, target: Target): Take {
        const idOf = (number: number): string => model.records.principals.id(number);
        const taker = member === this.person ? {} : { personId: idOf(member) };
        const path = (number: number, aspect: "getsWithoutApproval" | "mayRequest" | "administers") =>
            pathOf(model, idOf(number), aspect, target) ?? [];
        if (model.requests.withoutApproval(target).has(member))
            return { target, ...taker, path: path(member, "getsWithoutApproval") };
        const others = this.members.filter((one) => one !== member);
        const assigners = model.administration.assigners(target);
        const assigner = others.find((one) => assigners.has(one));
        if (assigner !== undefined)
            return {
                target,
                ...taker,
                path: path(assigner, "administers"),
                help: { by: "assignment", helperIds: [idOf(assigner)] },
            };
        for (let size = 1; size <= others.length; size += 1)
            for (const some of selections(others, size))
                if (model.requests.isApprovedBy(target, member, [member, ...some]))
                    return {
                        target,
                        ...taker,
                        path: path(member, "mayRequest"),
                        help: { by: "approval", helperIds: some.map(idOf) },
                    };
        return { target, ...taker, path: [] };
    }
}
