/** HTTP statuses of error responses. */
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 421 | 429 | 500;

/** An error that is sent as the response to a call, with a status and an error body. The message is a sentence. */
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

/** Returns an error class with a fixed status and code. */
function withStatus(status: RefusalStatus, code: string) {
    return class extends ServiceError {
        constructor(message: string) {
            super(status, code, message);
        }
    };
}

/** 400: the request is invalid. The message contains the path of the invalid field and what is allowed. */
export class BadRequest extends withStatus(400, "bad_request") {}

/** 401: the bearer token is missing or wrong. */
export class Unauthorized extends ServiceError {
    constructor() {
        super(401, "unauthorized", "The Authorization header must contain a valid bearer token of this organization.");
    }
}

/** 403: the caller does not have permission for the call. */
export class Forbidden extends withStatus(403, "forbidden") {}

/** 404: the path is unknown, or an object in the path does not exist. */
export class NotFound extends withStatus(404, "not_found") {}

/** 409: the request conflicts with the current state of the organization. */
export class Conflict extends withStatus(409, "conflict") {}

/** 413: the request body is too large. */
export class TooLarge extends withStatus(413, "too_large") {
    /** @param limit maximum size in bytes */
    constructor(limit: number) {
        super(`body must not be larger than ${limit / 2 ** 20} MiB. Split the entries across several calls.`);
    }
}

/** 421: the request was sent to a host name that does not belong to this service. */
export class Misdirected extends withStatus(421, "misdirected") {
    constructor(host: string) {
        super(
            `The service does not accept calls for the host ${JSON.stringify(host)}. Use the address that it listens on, or allow the host name with --allowed-host.`,
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

/** 500: a change could not be saved to the data file. */
export class NotSaved extends ServiceError {
    constructor() {
        const advice = "Check its log for the cause, such as a full disk, then try again.";
        super(500, "not_kept", `The service could not write its data file, so nothing was changed. ${advice}`);
    }
}

/** 500: the response does not match the API description, which is always a bug in this service. */
export class InvalidResponse extends ServiceError {
    constructor(operation: string, problems: string) {
        super(500, "dishonest_answer", `The response of ${operation} does not match the API schema: ${problems}.`);
    }
}

/** 500: a record does not match its schema, which is always a bug in this service. The organization was not changed. */
export class InvalidRecord extends ServiceError {
    constructor(noun: string, problems: string) {
        super(500, "dishonest_record", `The ${noun} does not match its schema: ${problems}.`);
    }
}

/** The service cannot start, for example because a port is in use or a file cannot be read. The message is shown to the user. */
export class StartError extends Error {
    override readonly name = "StartError";
}
