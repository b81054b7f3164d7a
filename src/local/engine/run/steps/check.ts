import { type ResourceEntry, urnName } from "../../contract/state.js";
import type { EngineProperties } from "../../contract/values.js";
import type { EngineProvider } from "../../processes/plugin.js";
import type { Actions } from "./actions.js";
import { Stopped } from "./failures.js";
import { engineValueText } from "./goal.js";

/**
 * Asks the provider to check the inputs, and returns the checked inputs. Reports all check failures.
 * @throws Stopped if there are failures
 */
export async function checkedInputs(
    plugin: Pick<EngineProvider, "check">,
    { urn, type }: ResourceEntry,
    olds: EngineProperties,
    news: EngineProperties,
    actions: Pick<Actions, "fail">,
): Promise<EngineProperties> {
    const { inputs, failures } = await plugin.check(urn, olds, news);
    if (failures.length === 0) return inputs;
    const where = `${type} resource '${urnName(urn)}'`;
    for (const { property, reason } of failures)
        actions.fail(
            property === ""
                ? `${where} has a problem: ${reason}`
                : `${where}: property ${property} value ${engineValueText(news[property])} has a problem: ${reason}`,
            urn,
        );
    throw new Stopped();
}
