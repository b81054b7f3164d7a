const access = require("pulumi-access-governance");

let stacks = 0;
const prepare = Error.prepareStackTrace;
Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) stacks += 1;
    return prepare ? prepare(error, frames) : String(error);
};

module.exports = async () => {
    const owner = new access.Owner("owner", { name: "Stacks" });
    await new Promise((resolve) => owner.id.apply(resolve));
    return { stacks };
};
