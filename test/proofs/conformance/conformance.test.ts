/** Checks every law for every kind with dynamic resources. */
import { testLaws } from "./table.js";

testLaws();
