import type { Builder } from "./builder.js";
import type { Dice } from "./dice.js";

const FIRST =
    `Abel Adela Aiko Alba Amara Anders Anouk Arjun Asta Aurel Baran Beatriz Benno Birgit Bora Camila Carmen Casper Celia Chidi
Clara Conrad Dalia Daniela Darius Delphine Diego Dilara Edda Efe Elias Elin Emeka Emre Enzo Esme Esra Fabian Farah Felipe Filippa Florin
Freya Gael Gemma Goran Hanna Haruto Hedda Hiro Ida Ifeoma Ilse Imani Inga Ines Ivan Jana Jonas Joon Jovana Kaia Kamal Karim Kavya Kenji
Kofi Lale Lars Leila Leon Lina Luca Lucia Magda Malik Mara Marek Mateo Maya Mei Mila Milan Nadia Naomi Nia Nikola Noor Olga Omar Oskar
Paloma Pavel Petra Priya Quentin Rafael Rania Remi Rosa Ruben Saba Sami Sanna Selma Sina Soren Stella Sunil Tamar Tariq Tess Thea Tomas
Tuva Uma Vera Vikram Viola Wanda Wen Yara Yuki Yusuf Zahra Zeno Zoe`.split(/\s+/);

const LAST =
    `Abara Achterberg Aldous Almeida Amador Arslan Aziz Bakshi Barros Beckwith Bello Bergstrom Bhatt Bosch Brandao Calder Castellan
Cerny Chowdhury Cordova Dahl Danjuma Demir Desai Dimitrov Drexler Duarte Eklund Engel Erdem Estrada Falk Farouk Feld Fontaine Fujita
Galanis Garrido Gupta Haas Hakimi Halvorsen Hamada Hartwell Hassan Hidalgo Hoang Holm Iqbal Ishida Ito Jansen Jimenez Juhasz Kaplan Karlsen
Kato Keller Khalil Kimura Kovac Kowal Kruger Lam Larsen Laska Lindqvist Lopes Madaki Malhotra Marchetti Marin Mbeki Mehta Mendes Mikkelsen
Molnar Moreau Moser Nakano Navarro Nemeth Nguyen Nilsson Novak Nwosu Obi Okafor Olsen Ortega Osei Ostrowski Paredes Park Patil Pereira Petrov
Pham Pinto Quist Rahimi Ramos Rao Reyes Rinaldi Rossi Sabo Saito Salazar Santoro Sato Schaefer Serrano Shah Silva Sokolov Sorokin Stein
Suzuki Szabo Takeda Tanaka Thorne Toth Usman Vargas Vega Verma Vidal Vogel Weiss Wirth Yamada Yildiz Zamora Zeller`.split(
        /\s+/,
    );

const POSITIONS = {
    Engineering: [
        "Software engineer",
        "Senior software engineer",
        "Staff engineer",
        "Quality engineer",
        "Product manager",
    ],
    Platform: ["Site reliability engineer", "Platform engineer", "Database engineer", "Network engineer"],
    Data: ["Data engineer", "Analyst", "Data scientist", "Analytics engineer"],
    Security: ["Security engineer", "Security analyst", "Compliance analyst"],
    Finance: ["Accountant", "Financial analyst", "Payroll specialist", "Buyer"],
    People: ["People partner", "Recruiter", "Benefits specialist"],
    Support: ["Support agent", "Senior support agent", "Support engineer"],
    Sales: ["Account executive", "Account manager", "Solutions engineer"],
    Operations: ["Operations planner", "Facilities coordinator", "Counsel"],
} as const;

export type Department = keyof typeof POSITIONS;

/** An employee or contractor of the company. */
export interface SeededPerson {
    readonly id: string;
    readonly contractor: boolean;
}

/** Creates people with unique email addresses. */
export class Hiring {
    readonly #addresses = new Set<string>();

    constructor(
        private readonly build: Builder,
        private readonly dice: Dice,
    ) {}

    /** @param managerId id of the manager, or null for a team lead */
    hire(department: Department, managerId: string | null): SeededPerson {
        const { build, dice } = this;
        const [first, last] = [dice.pick(FIRST), dice.pick(LAST)];
        const lead = managerId === null;
        const contractor = !lead && dice.chance(0.08);
        const position = lead ? "Team lead" : contractor ? "Contractor" : dice.pick(POSITIONS[department]);
        const local = this.freeAddress(`${first}.${last}`.toLowerCase());
        const person = { id: build.user(first, last, position, local), contractor };
        build.store.userFacts.set({
            user_id: person.id,
            role: "MEMBER",
            manager_id: managerId,
            idp_managed: !contractor,
            immutable: false,
        });
        const providers = contractor ? ["GIT_HUB"] : department === "Engineering" ? ["SLACK", "GIT_HUB"] : ["SLACK"];
        for (const third_party_provider of providers) {
            const remote_id = `${third_party_provider === "SLACK" ? "U-" : ""}${local}`;
            build.store.remoteUsers.set({ user_id: person.id, third_party_provider, remote_id });
        }
        return person;
    }

    /** Returns an unused address. If the name is already in use, a number is appended. */
    private freeAddress(local: string, number = 1): string {
        const address = number === 1 ? local : `${local}${number}`;
        if (this.#addresses.has(address)) return this.freeAddress(local, number + 1);
        this.#addresses.add(address);
        return address;
    }
}
