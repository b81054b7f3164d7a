/** The HTTP statuses of errors. */
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 421 | 429 | 500;

/** An error that becomes the answer of a call, with a status and an error body. The message is a sentence. */
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

/** Creates an error class with a fixed status and code. */
function withStatus(status: RefusalStatus, code: string) {
    return class extends ServiceError {
        constructor(message: string) {
            super(status, code, message);
        }
    };
}

/** 400: the request is invalid. The message contains the path of the invalid field and the allowed values. */
export class BadRequest extends withStatus(400, "bad_request") {}

/** 401: the bearer token is missing or wrong. */
export class Unauthorized extends ServiceError {
    constructor() {
        super(401, "unauthorized", "The header Authorization must be Bearer followed by a token of this organization.");
    }
}

/** 403: the caller is not allowed to do this. */
export class Forbidden extends withStatus(403, "forbidden") {}

/** 404: an id in the path does not exist, or the path itself does not. */
export class NotFound extends withStatus(404, "not_found") {}

/** 409: the request conflicts with the state of the organization. */
export class Conflict extends withStatus(409, "conflict") {}

/** 413: the body is too large. */
export class TooLarge extends withStatus(413, "too_large") {
    /** @param limit bytes */
    constructor(limit: number) {
        super(`body: must not be larger than ${limit / 2 ** 20} MiB; send the entries in several calls.`);
    }
}

/** 421: the call is for a host name that is not the service's. */
export class Misdirected extends withStatus(421, "misdirected") {
    constructor(host: string) {
        super(
            `The service does not answer for the host ${JSON.stringify(host)}: use the address it listens on, or start it with --allowed-host and this name.`,
        );
    }
}

/** 429: the rate limit is exceeded. `retryAfterSeconds` becomes the Retry-After header. */
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

/** 500: the answer violates the API description. Always a bug in this service. */
export class DishonestAnswer extends ServiceError {
    constructor(operation: string, problems: string) {
        super(500, "dishonest_answer", `The answer of ${operation} does not fit the API: ${problems}.`);
    }
}

/** 500: a record would violate the API description. Always a bug in this service. Nothing was changed. */
export class DishonestRecord extends ServiceError {
    constructor(noun: string, problems: string) {
        super(500, "dishonest_record", `The ${noun} would not be of its shape: ${problems}.`);
    }
}

/** The service cannot start or continue, for example because a port is in use or a file cannot be read. The message is one sentence for the user. */
export class StartError extends Error {
    override readonly name = "StartError";
}
