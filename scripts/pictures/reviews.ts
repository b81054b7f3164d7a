/**
 * The pictures of docs/reviewers.md: five pull requests to the quickstart, run through the pipelines of examples/pipelines against a
 * local service. Each picture is the first screen of the page that the preview writes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { openBrowser } from "../../test/access/map/browser.js";
import { Pipeline } from "../gitops/pipeline.js";
import { Clone, newRepository } from "../gitops/repository.js";
import { saveScreenshot } from "./screenshot.js";

/** Size of the first screen, in CSS pixels. A shorter page gives a shorter picture. */
const SCREEN = { width: 900, height: 800 };

/** Time of the service: the drift report names it, and the pictures stay the same from run to run. */
const NOW = "2026-11-24T09:30:00Z";

/** User who changes objects outside. The pipeline has the token of another user. */
const OUTSIDER = { token: "token-of-bruno", email: "bruno@tidewater.example", role: "ADMIN" } as const;

const RULES = [
    {
        name: "Production is closed",
        owner: "Security team",
        reason: "Nobody new reaches or sees it without a waiver.",
        noNewAccessTo: ["sensitivity:CRITICAL"],
        aspects: ["has", "mayRequest", "sees"],
    },
    {
        name: "Reviewers see who gains",
        owner: "Platform team",
        reason: "A secret hides people from the review.",
        failOnUnknown: true,
    },
];

/** Replaces one text of the program by another. */
type Edit = readonly [from: string, to: string];

/** The quickstart, with a sensitive group that gives access to a resource. */
const BASE: readonly Edit[] = [
    ['import * as access from "pulumi-access-governance";', '$&\nimport * as pulumi from "@pulumi/pulumi";'],
    [
        'const staff = await access.getGroup({ name: "Office staff" });',
        '$&\n    const hugo = await access.getUser({ email: "hugo@tidewater.example" });\n' +
            '    const tracker = await access.getResource({ name: "Freight tracker" });',
    ],
    ['description: "May touch production while on call",', '$&\n        riskSensitivityOverride: "CRITICAL",'],
    [
        "// Everything in a bundle is requested together.",
        'new access.GroupResource("oncall-tracker", { groupId: prodOncall.id, resourceId: tracker.resourceId });\n    $&',
    ],
];

interface Review {
    /** Name of the branch and of the picture. */
    readonly name: string;
    readonly message: string;
    readonly edits: readonly Edit[];
    /** Exit code of the preview. */
    readonly code: number;
    /** A secret of the configuration, which the program reads. */
    readonly secret?: (service: Service) => readonly [key: string, value: string];
    /** What happens on the service after the last deployment. */
    readonly outside?: (service: Service) => Promise<void>;
}

const REVIEWS: readonly Review[] = [
    {
        name: "review-member",
        message: "Let Hugo help with production",
        edits: [
            [
                "// Everything in a bundle is requested together.",
                'new access.GroupUser("oncall-hugo", { groupId: prodOncall.id, userId: hugo.userId });\n    $&',
            ],
        ],
        code: EXIT_CODES.noNewAccessTo,
    },
    {
        name: "review-visibility",
        message: "Let people find the on-call group",
        edits: [
            [
                "adminOwnerId: platform.id,\n        visibility: { visibilityGroupIds: [staff.groupId] },\n        requestConfigurations",
                'adminOwnerId: platform.id,\n        visibility: { visibility: "GLOBAL" },\n        requestConfigurations',
            ],
        ],
        code: EXIT_CODES.noNewAccessTo,
    },
    {
        name: "review-unknown",
        message: "Add the person on call to the platform team",
        edits: [
            [
                "userIds: [ada.userId, bruno.userId, chiyo.userId],",
                'userIds: [ada.userId, bruno.userId, chiyo.userId, new pulumi.Config().requireSecret("onCall")],',
            ],
        ],
        // Both rules stop it: the exit code is that of the first.
        code: EXIT_CODES.noNewAccessTo,
        secret: (service) => {
            const femi = service.snapshot().users.find(({ email }) => email?.startsWith("femi@"));
            return ["onCall", femi?.user_id ?? ""];
        },
    },
    {
        name: "review-harmless",
        message: "Say what the platform team does",
        edits: [["Runs production and decides who may touch it", "Runs production, and decides who works on it"]],
        code: 0,
    },
    // Must be last: later reports would also show the change outside.
    {
        name: "review-drift",
        message: "Name the audit bundle after what it is for",
        edits: [['name: "Audit",', 'name: "Yearly audit",']],
        code: 0,
        outside: async (service) => {
            const group = service.snapshot().groups.find(({ name }) => name === "Production on-call");
            const response = await fetch(`${service.url}/groups/${group?.group_id}/visibility`, {
                method: "PUT",
                headers: { authorization: `Bearer ${OUTSIDER.token}`, "content-type": "application/json" },
                body: JSON.stringify({ visibility: "GLOBAL", visibility_group_ids: [] }),
            });
            if (!response.ok) throw new Error(`The change outside was answered with ${response.status}.`);
        },
    },
];

/** Writes one picture for each review. @throws if there is no Chromium, or a preview ends with another exit code than expected */
export async function writeReviewPictures(pictures: string): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "pictures-"));
    const service = await startService({ seed: "small", tokens: [OUTSIDER], clock: NOW });
    const browser = await openBrowser();
    try {
        mkdirSync(join(folder, "state"));
        const origin = newRepository(folder);
        const pipeline = new Pipeline("local", folder, service);
        await deployBase(pipeline, Clone.of(origin, join(folder, "base")), service);
        for (const review of REVIEWS) {
            const clone = Clone.of(origin, join(folder, review.name));
            edit(clone, review.edits);
            if (review.secret) {
                const [key, value] = review.secret(service);
                await succeeds(pipeline.pulumi(clone, "config", "set", "--stack", "prod", "--secret", key, value));
            }
            clone.propose(review.name, review.message);
            await review.outside?.(service);
            const { code, log } = await pipeline.run(clone, "preview");
            if (code !== review.code) throw new Error(`${review.name} ended with ${code}, not ${review.code}:\n${log}`);
            const page = join(clone.folder, "access-report.html");
            await takePicture(browser, page, join(pictures, `${review.name}.webp`));
        }
    } finally {
        await browser.close();
        await service.close();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Deploys the base of the pull requests. */
async function deployBase(pipeline: Pipeline, clone: Clone, service: Service): Promise<void> {
    edit(clone, BASE);
    writeFileSync(join(clone.folder, "access-rules.json"), JSON.stringify({ rules: RULES }, undefined, 4));
    await succeeds(pipeline.pulumi(clone, "stack", "init", "prod"));
    await succeeds(pipeline.pulumi(clone, "config", "set", "--stack", "prod", "access-governance:url", service.url));
    clone.git("add", "Pulumi.prod.yaml");
    clone.propose("base", "Declare what the on-call group gives access to");
    clone.merge("base");
    await succeeds(pipeline.run(clone, "up"));
}

function edit(clone: Clone, edits: readonly Edit[]): void {
    for (const [from, to] of edits)
        clone.edit(
            "index.ts",
            from,
            to.replace("$&", () => from),
        );
}

async function succeeds(job: Promise<{ readonly code: number; readonly log: string }>): Promise<void> {
    const { code, log } = await job;
    if (code !== 0) throw new Error(`A command of the pictures ended with ${code}:\n${log}`);
}

async function takePicture(browser: Browser, page: string, file: string): Promise<void> {
    const tab = await browser.newPage({ viewport: SCREEN, colorScheme: "light" });
    await tab.goto(pathToFileURL(page).href);
    await saveScreenshot(tab, "main", file, SCREEN.height);
    await tab.close();
}
