/**
 * `npm run demo [-- --engine pulumi|local] [-- --steps FILE]`
 *
 * The package at work, on one machine: a program goes up against the local service, its organization is edited behind the program's
 * back, a preview names what drifted, up repairs it. Every number of the last line is counted; any step that differs from what it
 * should show ends the demo with exit code 1.
 */
import { demo } from "./command.js";

void demo(process.argv.slice(2)).then((exitCode) => {
    process.exitCode = exitCode;
});
