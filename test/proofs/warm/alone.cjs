// Runs the module in the first argument with the other arguments. run.sh uses this if no Node process is waiting.
const [, , script, ...args] = process.argv;
require(script)
    .main(args)
    .then(
        // Output that the pipe has not accepted yet would be lost otherwise.
        (exitCode) => process.stdout.write("", () => process.stderr.write("", () => process.exit(exitCode))),
        (error) => {
            console.error(error);
            process.exit(255);
        },
    );
