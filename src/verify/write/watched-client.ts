import { Client } from "../../api/client.js";
import { CallError, ForbiddenError, NotImplementedByServiceError } from "../../api/errors.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { isRead } from "../../api/transport/outcome.js";
import { PlainError } from "../../common/errors.js";

/** Thrown instead of sending a call after the run was interrupted. */
export class RunStoppedError extends PlainError {}

/** The client for all calls of a run. Counts calls, records failed writes that may have taken effect, and can be stopped. */
export class WatchedClient extends Client {
    calls = 0;
    writes = 0;
    /** Number of failed writes that may have taken effect. */
    doubts = 0;
    private isStopped = false;
    private wake: () => void = () => {};
    private doubtful: CallError[] = [];
    private refused: CallError | undefined;

    /** Makes all further calls throw a RunStoppedError. A call in progress is not aborted, so that its effect is known. */
    stop(): void {
        this.isStopped = true;
        this.wake();
    }

    /** Waits for `waiting`, but only until the client is stopped. @throws RunStoppedError */
    async untilStopped(waiting: Promise<void>): Promise<void> {
        const stopped = new Promise<void>((resolve) => {
            this.wake = resolve;
        });
        await Promise.race([waiting, stopped]);
        this.assertRunning();
    }

    /** Allows calls again, for the cleanup. */
    resume(): void {
        this.isStopped = false;
    }

    /** @throws RunStoppedError if the client was stopped */
    assertRunning(): void {
        if (this.isStopped) throw new RunStoppedError("The run was interrupted.");
    }

    /** Returns the failed writes that may have taken effect since the last call of this method. */
    takeDoubtful(): readonly CallError[] {
        const taken = this.doubtful;
        this.doubtful = [];
        return taken;
    }

    /**
     * Returns the most recent refusal since the last call of this method: the token lacks permission, or the service lacks the operation.
     */
    takeRefused(): CallError | undefined {
        const taken = this.refused;
        this.refused = undefined;
        return taken;
    }

    override async send(name: OperationName, ...given: SendArguments): Promise<unknown> {
        this.assertRunning();
        this.calls += 1;
        if (!isRead(operations[name])) this.writes += 1;
        try {
            return await super.send(name, ...given);
        } catch (error) {
            if (error instanceof CallError && error.ambiguous) {
                this.doubts += 1;
                this.doubtful.push(error);
            }
            if (error instanceof ForbiddenError || error instanceof NotImplementedByServiceError) this.refused = error;
            throw error;
        }
    }
}

type SendArguments = Parameters<Client["send"]> extends [OperationName, ...infer Rest] ? Rest : never;
