export interface Answer {
    readonly status: number;
    /** Parsed JSON; undefined without a body. Not typed, because each test asserts what it expects. */
    // biome-ignore lint/suspicious/noExplicitAny: every use is followed by an assertion on the value.
    readonly body: any;
    readonly headers: Headers;
}

export async function answerOf(response: Response): Promise<Answer> {
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers };
}

/** A valid id that no object has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
