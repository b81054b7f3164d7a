/** Every law of every kind, through dynamic resources. */
import { testLaws } from "./table.js";

testLaws();
