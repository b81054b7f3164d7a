import type { User } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../area.js";
import { BadRequest, NotFound } from "../errors.js";
import { page } from "../pages.js";
import type { Store } from "../store.js";
import { tagged } from "./tags.js";

export const users = {
    getUser: find,
    getUsers: list,
    getCurrentUser: ({ store, caller }) => store.users.get(caller.user_id),
    getUserTags: ({ store, path }) => ({ tags: tagsOf(store, store.users.get(path.user_id)) }),
} satisfies Area;

function find({ store, query }: Call<"getUser">): User {
    // The id wins when both are given; neither is an error by the interface, 400 is inferred.
    if (query.user_id !== undefined) return store.users.get(query.user_id);
    const email = query.email?.toLowerCase();
    if (email === undefined) throw new BadRequest("user_id: give user_id or email.");
    const found = store.users.all().find((user) => user.email.toLowerCase() === email);
    if (!found) throw new NotFound(`There is no user with the email ${query.email}.`);
    return found;
}

function list(call: Call<"getUsers">) {
    const { store, query } = call;
    const any = tagged(store.userTags, query.tag_ids, (link) => link.user_id);
    const { items, ...rest } = page(
        call,
        store.users,
        store.users.all().filter((user) => any(user.user_id)),
    );
    return { results: items, ...rest };
}

function tagsOf(store: Store, { user_id }: User) {
    return store.userTags.where("user_id", user_id).map((link) => store.tags.get(link.tag_id));
}
