import type { Between } from "./transport.js";

/** Changes the entries of bulk writes on their way to the service. An entry is replaced by the result of `alter`, or dropped if that is undefined. */
export function altering(list: string, alter: (entry: Record<string, unknown>) => object | undefined): Between {
    return async (request, pass) => {
        if (request.method !== "PUT" || !new URL(request.url).pathname.endsWith(`/${list}`)) return pass();
        const { [list]: entries }: Record<string, Record<string, unknown>[]> = JSON.parse(await request.clone().text());
        return pass(JSON.stringify({ [list]: entries?.flatMap((entry) => alter(entry) ?? []) }));
    };
}
