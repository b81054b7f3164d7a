// The process lives in the time that UPGRADES_NOW names from here on, and its clock goes on from there.
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
