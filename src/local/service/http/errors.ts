/** The statuses with which the service refuses. */
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 421 | 429 | 500;

/** A refusal that is part of the API: it has a status and becomes an error body. Its message is one sentence. */
export class ServiceError extends Error {
    constructor(
        readonly status: RefusalStatus,
        readonly code: string,
        message: string,
    ) {
        super(message);
        this.name = new.target.name;
    }
}

/** A refusal with this status and code. */
function refusal(status: RefusalStatus, code: string) {
    return class extends ServiceError {
        constructor(message: string) {
            super(status, code, message);
        }
    };
}

/** 400: the message names the path of the offending field and what is allowed. */
export class BadRequest extends refusal(400, "bad_request") {}

/** 401: the bearer token is missing or wrong. */
export class Unauthorized extends ServiceError {
    constructor() {
        super(401, "unauthorized", "The header Authorization must be Bearer followed by a token of this organization.");
    }
}

/** 403: the caller may not do this. */
export class Forbidden extends refusal(403, "forbidden") {}

/** 404: an id in the path does not exist, or the path itself does not. */
export class NotFound extends refusal(404, "not_found") {}

/** 409: the request conflicts with the organization. */
export class Conflict extends refusal(409, "conflict") {}

/** 413: the body is too large. */
export class TooLarge extends refusal(413, "too_large") {
    /** @param limit bytes */
    constructor(limit: number) {
        super(`body: must not be larger than ${limit / 2 ** 20} MiB; send the entries in several calls.`);
    }
}

/** 421: the call is for another host. */
export class Misdirected extends refusal(421, "misdirected") {
    constructor(host: string) {
        super(
            `The service does not answer for the host ${JSON.stringify(host)}: use the address it listens on, or start it with --allowed-host and this name.`,
        );
    }
}

/** 429: too often. `retryAfterSeconds` goes into the header Retry-After. */
export class TooManyRequests extends ServiceError {
    constructor(
        message: string,
        readonly retryAfterSeconds?: number,
    ) {
        super(429, "too_many_requests", message);
    }
}

/** 500: a change could not be written to the data file. */
export class NotKept extends ServiceError {
    constructor() {
        const advice = "Look for the cause in its log, such as a full disk, then try again.";
        super(500, "not_kept", `The service could not write its data file. Nothing was changed. ${advice}`);
    }
}

/** 500: the answer violates the API. Always a defect of this service. */
export class DishonestAnswer extends ServiceError {
    constructor(operation: string, problems: string) {
        super(500, "dishonest_answer", `The answer of ${operation} does not fit the API: ${problems}.`);
    }
}

/** 500: a record would violate the API. Always a defect of this service; nothing was changed. */
export class DishonestRecord extends ServiceError {
    constructor(noun: string, problems: string) {
        super(500, "dishonest_record", `The ${noun} would not be of its shape: ${problems}.`);
    }
}

/** The service cannot start or continue: a port in use, an unreadable or unwritable file. Its message is one sentence for the user. */
export class StartError extends Error {
    override readonly name = "StartError";
}
