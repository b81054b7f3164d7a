import { nameOf, type State } from "../../contract/state.js";
import type { Properties } from "../../contract/values.js";
import type { Provider } from "../../processes/plugin.js";
import type { Actions } from "./actions.js";
import { Stopped } from "./failures.js";
import { valueText } from "./goal.js";

/**
 * Asks the provider to check the inputs, and returns the checked inputs. Reports all check failures.
 * @throws Stopped if there are failures
 */
export async function checked(
    plugin: Pick<Provider, "check">,
    { urn, type }: State,
    olds: Properties,
    news: Properties,
    actions: Pick<Actions, "fail">,
): Promise<Properties> {
    const { inputs, failures } = await plugin.check(urn, olds, news);
    if (failures.length === 0) return inputs;
    const where = `${type} resource '${nameOf(urn)}'`;
    for (const { property, reason } of failures)
        actions.fail(
            property === ""
                ? `${where} has a problem: ${reason}`
                : `${where}: property ${property} value ${valueText(news[property])} has a problem: ${reason}`,
            urn,
        );
    throw new Stopped();
}
