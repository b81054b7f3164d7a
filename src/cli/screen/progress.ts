import { printable } from "../../schema/printable.js";

/** How often a pipe or a log is told of the progress. */
const LOG_MS = 10_000;

/** How often a terminal is. */
const SCREEN_MS = 100;

const BAR = 24;

/** How far a long reading has come: a bar on a terminal, a line now and then in a log. */
export class Progress {
    private readonly begun = Date.now();
    private shown = Date.now();
    private isDrawn = false;
    private isOver = false;

    constructor(private readonly out: NodeJS.WriteStream) {}

    /** So much is done, of so much that is known to come. */
    show(done: number, total: number): void {
        const now = Date.now();
        // What was under way when one of them failed goes on, and nobody waits for it.
        if (this.isOver || now - this.shown < (this.out.isTTY ? SCREEN_MS : LOG_MS)) return;
        this.shown = now;
        const perItem = (now - this.begun) / Math.max(done, 1);
        const left = `about ${durationText((total - done) * perItem)} left`;
        if (!this.out.isTTY) {
            this.out.write(`${done} of ${total} read, ${left}\n`);
            return;
        }
        const filled = Math.round((BAR * done) / Math.max(total, 1));
        this.out.write(`\r${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${done} of ${total} read, ${left}\u001b[K`);
        this.isDrawn = true;
    }

    /** Prints a line for people, beside the bar. */
    say(line: string): void {
        this.clear();
        this.out.write(`${printable(line)}\n`);
    }

    /** Takes the bar away, for good. */
    end(): void {
        this.clear();
        this.isOver = true;
    }

    private clear(): void {
        if (this.isDrawn) this.out.write("\r\u001b[K");
        this.isDrawn = false;
    }
}

function durationText(milliseconds: number): string {
    const seconds = Math.ceil(milliseconds / 1000);
    return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
