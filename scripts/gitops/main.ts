/**
 * `npm run gitops [-- --engine pulumi|local|both] [-- --verbose]`
 *
 * A pull request's life, from the branch to the drift that somebody makes after it: a git repository in a temporary folder with the
 * pipelines of examples/pipelines in it, and a local service. Prints a line for each step; each says what it must, seen at the service
 * itself, or the run ends with exit code 1.
 */
import { gitops } from "./command.js";

void gitops(process.argv.slice(2)).then((exitCode) => {
    process.exitCode = exitCode;
});
