// Sets the clock of the process to UPGRADES_NOW, from where it advances normally.
const Machine = Date;
const offset = Machine.parse(process.env.UPGRADES_NOW) - Machine.now();

globalThis.Date = class extends Machine {
    constructor(...given) {
        if (given.length === 0) super(Machine.now() + offset);
        else super(...given);
    }
    static now() {
        return Machine.now() + offset;
    }
};
