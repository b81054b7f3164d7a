import { z } from "zod";
import { foreignJson, jsonFault } from "../../../api/transport/json.js";
import { UsageError } from "../../../common/errors.js";
import { isObject, type Properties } from "../../../common/properties.js";

/** An entry of a Terraform state: a managed object or a data source. */
export interface TerraformInstance {
    /** Address in the form of Terraform's commands, such as `module.team["data"].opal_group.this[0]`. */
    readonly address: string;
    readonly type: string;
    readonly isManaged: boolean;
    readonly attributes: Properties;
    /** Names of attributes marked as sensitive in the configuration. */
    readonly sensitive: readonly string[];
    /** Whether Terraform would recreate the instance on the next run. */
    readonly isTainted: boolean;
    /** Whether the instance was replaced, but not deleted yet. */
    readonly isDeposed: boolean;
}

const instanceSchema = z.looseObject({
    index_key: z.union([z.string(), z.number()]).nullish(),
    status: z.string().nullish(),
    deposed: z.string().nullish(),
    attributes: z.record(z.string(), z.unknown()).nullish(),
    /** Paths into the attributes. */
    sensitive_attributes: z.array(z.array(z.looseObject({ value: z.unknown() }))).nullish(),
});

const stateSchema = z.looseObject({
    resources: z.array(
        z.looseObject({
            module: z.string().nullish(),
            mode: z.string(),
            type: z.string(),
            name: z.string(),
            instances: z.array(instanceSchema),
        }),
    ),
});

/** The format that Terraform has written since 0.12, and OpenTofu in all versions. */
const TERRAFORM_VERSION = 4;

const HINT =
    "Use the file terraform.tfstate, or the output of `terraform state pull` (`tofu state pull` for OpenTofu).";

/** Parses a Terraform state. @throws UsageError if it is invalid, without quoting the text, which may contain secrets. */
export function parseTerraformState(text: string): TerraformInstance[] {
    if (text.trim() === "") throw new UsageError(`The input is empty. ${HINT}`);
    const json = foreignJson(text);
    if (!json) throw new UsageError(`Not a Terraform state: it is ${jsonFault(text)}. ${HINT}`);
    const { value } = json;
    if (!isObject(value)) throw new UsageError(`Not a Terraform state: it is not a JSON object. ${HINT}`);
    if ("encrypted_data" in value) {
        throw new UsageError(
            "This state is encrypted. Run `tofu state pull` in the folder of its configuration and use the output, which is decrypted.",
        );
    }
    if ("format_version" in value) {
        throw new UsageError(`This is the output of \`show -json\`, which lacks the ids of objects. ${HINT}`);
    }
    if (value.version !== TERRAFORM_VERSION) {
        const version = typeof value.version === "number" ? `of version ${value.version}` : "without a version";
        throw new UsageError(`This is a state ${version}, but only version ${TERRAFORM_VERSION} is supported. ${HINT}`);
    }
    const { success, data, error } = stateSchema.safeParse(value);
    if (!success) {
        const [issue] = error.issues;
        throw new UsageError(
            `Not a Terraform state. Error at ${issue?.path.join(".") || "the top level"}: ${issue?.message}. ${HINT}`,
        );
    }
    return data.resources.flatMap(({ module, mode, type, name, instances }) =>
        instances.map(({ index_key, status, deposed, attributes, sensitive_attributes }) => {
            const isManaged = mode === "managed";
            const path = [module, isManaged ? undefined : "data", type, name].filter(Boolean).join(".");
            return {
                address: path + keyText(index_key ?? undefined),
                type,
                isManaged,
                attributes: attributes ?? {},
                sensitive: [...new Set((sensitive_attributes ?? []).map(([first]) => String(first?.value)))],
                isTainted: status === "tainted",
                isDeposed: (deposed ?? "") !== "",
            };
        }),
    );
}

/** Returns the key of an instance in the form that Terraform appends to an address. */
function keyText(key: string | number | undefined): string {
    if (key === undefined) return "";
    return typeof key === "number" ? `[${key}]` : `["${quotedByTerraform(key)}"]`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };

function quotedByTerraform(text: string): string {
    return text
        .replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)
        .replace(/[$%](?=\{)/g, "$&$&")
        .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (sign) => {
            const code = sign.codePointAt(0) ?? 0;
            const hex = code.toString(16);
            return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
        });
}
