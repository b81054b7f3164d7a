// Runs the module that its first argument names, with the others: what run.sh does where no Node waits.
const [, , script, ...args] = process.argv;
require(script)
    .main(args)
    .then(
        // What a pipe has not taken yet would be lost.
        (exitCode) => process.stdout.write("", () => process.stderr.write("", () => process.exit(exitCode))),
        (error) => {
            console.error(error);
            process.exit(255);
        },
    );
