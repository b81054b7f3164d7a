#!/usr/bin/env node
import { reportError, run } from "./command-line.js";
import { EXIT_CODES } from "./exit-codes.js";

for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
        // The reader closed the pipe, as `head` does.
        if (error.code === "EPIPE") process.exit();
        reportError(error);
        process.exit(EXIT_CODES.failed);
    });
}

void run(process.argv.slice(2));
